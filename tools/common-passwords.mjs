// Writes server/src/kernel/common-passwords.txt: what people choose most, as it is known from every published count of leaked
// passwords: plain words, names, teams, keyboard walks, dates, and the ways in which people lengthen them to satisfy a rule.
// Run: node tools/common-passwords.mjs
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const file = fileURLToPath(new URL('../server/src/kernel/common-passwords.txt', import.meta.url));

/** @param {string} text */
const words = (text) => text.trim().split(/\s+/);

// The ones that lead every list, in all their spellings.
const classics = words(`
  password passw0rd password1 password12 password123 password1234 password12345 password123456 mypassword thepassword passwords
  passwort passord motdepasse contrasena contraseña senha wachtwoord parola haslo salasana adgangskode losenord
  qwerty qwertz azerty qwerty123 qwertyuiop qwerty12345 qwerty123456 asdfghjkl asdfgh zxcvbnm zxcvbn qazwsx qazwsxedc 1qaz2wsx
  1qaz2wsx3edc 1qaz2wsx3edc4rfv zaq12wsx zaq1zaq1 zaq1xsw2 qweasd qweasdzxc qweasdzxc123 q1w2e3r4 q1w2e3r4t5 q1w2e3r4t5y6
  q1w2e3r4t5y6u7i8o9p0 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1q2w3e4r5t6y7u8i9o0p poiuytrewq lkjhgfdsa mnbvcxz asdf1234 asdfasdf
  qwerasdf qwerasdfzxcv qwertyasdfgh qwertyuiopasdfghjklzxcvbnm asdfghjklqwertyuiop zxcvbnmasdfghjkl 123qwe 123qweasd 123qweasdzxc
  qwe123 asd123 zxc123 1a2b3c 1a2b3c4d 1a2b3c4d5e a1b2c3 a1b2c3d4 a1b2c3d4e5 a1b2c3d4e5f6g7 abc123 abc12345 abcd1234 abcde12345
  abcdef123456 aa123456 aa12345678 a123456 a12345678 a123456789 123456a 123456789a 12345678910 1234567891011 123456789101112
  112233 11223344 1122334455 112233445566 11223344556677 123123 123123123 123123123123 321321 987654321 0987654321 147258369
  147852369 159753 159357 753951 741852963 789456123 963852741 456789 123321 1234554321 12344321 123454321 102030 10203040
  1020304050 101010 121212 131313 135790 246810 1357924680 2468101214 314159 3141592653 31415926535 27182818284 31415926535897
  letmein letmein1 letmein123 letmeinnow letmeinplease openthedoor opensesame iamtheboss iamtheking iamgod godislove jesuslovesme
  jesusislord godisgood ilovegod ilovejesus thankgod trustnoone trustno1 noonewillknow nopassword idontknow idontcare whatever1
  iloveyou iloveyou1 iloveyou2 iloveyou123 iloveu iloveme ilovemyself ilovehim iloveher ilovemom ilovemymom ilovedad ilovemydad
  ilovemyfamily ilovemykids ilovemywife ilovemyhusband ilovemydog ilovemycat iloveyousomuch iloveyoumore iloveyouforever
  loveyouforever iloveyoubaby iloveyou4ever imissyou iwantyou ihateyou ilovemusic ilovefootball ilovechocolate ilovecoffee
  fuckyou fuckyou1 fuckoff asshole bitch bullshit motherfucker 69696969
  admin admin1 admin12 admin123 admin1234 admin12345 admin123456 administrator administrator1 adminadmin adminpassword root toor
  rootroot rootpassword superuser superadmin sysadmin webmaster operator manager supervisor testtest test1234 test12345 testing
  testing123 testpassword tester demo demo1234 demodemo guest guest123 guestguest user user1234 useruser username default
  changeme changeme1 changeme123 changemenow pleasechangeme newpassword newpassword1 temppassword temporary temp1234 tempest
  welcome welcome1 welcome12 welcome123 welcome1234 welcomehome welcomeback welcome2024 welcome2025 welcome2026 secret secret1
  secret123 topsecret secretpassword mysecret mysecretpassword verysecret supersecret confidential private security security1
  secure securepassword strongpassword goodpassword longpassword reallylongpassword averylongpassword thisismypassword
  thisisapassword thisisalongpassword thisismypassword1 thisisapassword123 thisisnotapassword thisisasecret mypasswordis
  mypasswordispassword passwordpassword passwordpassword1 passwordpassword123 password123password passwordispassword
  thepasswordispassword yourpassword whatismypassword whatsmypassword forgotpassword forgotmypassword ihateforgetpassword
  ihatepasswords ihatemyjob ihatethis ineedapassword ihavenopassword nevergonnagiveyouup maytheforcebewithyou
  correcthorsebatterystaple correct-horse-battery-staple tobeornottobe thequickbrownfox thequickbrownfoxjumpsoverthelazydog
  onceuponatime twinkletwinklelittlestar happybirthday happybirthdaytoyou merrychristmas happynewyear happynewyear2026 happyhalloween
  goodmorning goodmorningvietnam goodnight helloworld helloworld1 helloworld123 hellohello hellokitty hellothere hello123 hello1234
  hello12345 helloitsme whatsup whatsupdoc howareyou howareyou123 hellomyfriend myfriend bestfriend bestfriends bestfriendsforever
  bestfriends4ever friendsforever friends4ever foreverandever foreveryoung alwaysandforever livelaughlove livelovelaugh
  liveandletlive lifeisgood lifeisbeautiful lifeishard lifegoeson carpediem hakunamatata keepcalm keepcalmandcarryon nevergiveup
  neversaynever neverforget dontforget dontforgetme donttouch donttouchme leavemealone goaway stopit shutup whocares
  abcdefg abcdefgh abcdefghi abcdefghij abcdefghijk abcdefghijkl abcdefghijklm abcdefghijklmn abcdefghijklmno abcdefghijklmnop
  abcabc abcabcabc abcd abcdabcd abcdefg1 abcdefg123 abcdefgh1 abcdefg1234567 abc123abc123 abc123456789 abc1234567890 xyz123
  onetwothree onetwothreefour onetwothreefourfive onetwo3four onetwothree123 oneoneone twotwotwo sevensevenseven
  computer computer1 internet internet1 samsung samsung1 iphone android macbook windows windows10 windows11 microsoft apple123
  google google123 facebook facebook1 instagram twitter linkedin youtube amazon netflix yahoo hotmail gmail outlook office365
  nokia sony motorola huawei xiaomi dell lenovo thinkpad logitech canon panasonic toshiba intel nvidia cisco oracle linux ubuntu
  debian redhat docker kubernetes postgres mysql mongodb database server localhost network wireless wifi12345 mywifi homewifi
  hospital medical medicine doctor nurse clinic patient patients health healthcare healthcare1 pharmacy dental dentist surgery
  hipaa hipaa123 compliance compliance1 audit auditor assessment security123 cybersecurity infosec firewall backup vpn12345
`);

const plain = words(`
  dragon monkey sunshine princess football baseball basketball soccer hockey tennis golf volleyball softball rugby cricket swimming
  shadow master superman batman spiderman ironman wolverine hulk thor captain starwars startrek pokemon pikachu naruto sasuke goku
  dragonball sonic mario zelda minecraft fortnite roblox warcraft diablo halo callofduty counterstrike playstation nintendo xbox
  michael jordan jennifer jessica ashley amanda daniel matthew joshua andrew anthony robert thomas george charlie harley ranger
  buster tigger ginger pepper cookie bailey maggie sophie molly lucky rocky bandit rusty max buddy jack jake sam toby oscar
  oliver william james john david joseph richard charles christopher nicholas jonathan justin brandon tyler austin dylan ethan
  jacob logan mason lucas liam noah benjamin alexander samuel henry edward patrick steven kevin brian eric mark paul peter scott
  frank raymond gregory vincent victor martin adam nathan aaron kyle jeremy sean ryan cody zachary travis derek shane dennis
  mary patricia linda barbara elizabeth susan margaret dorothy nancy karen betty helen sandra donna carol ruth sharon michelle laura
  sarah kimberly deborah emily emma olivia sophia isabella mia charlotte amelia evelyn abigail ella avery scarlett grace chloe
  victoria natalie hannah samantha rachel nicole stephanie rebecca melissa danielle heather megan lauren courtney vanessa andrea
  maria anna julia katherine kathryn christina angela angelina monica veronica claudia gabriela daniela carolina valentina camila
  lucia sofia elena irina natasha tatiana olga svetlana ekaterina anastasia giovanni francesco alessandro giuseppe antonio marco
  carlos jose juan luis miguel pedro jorge manuel francisco fernando ricardo alejandro roberto eduardo diego pablo santiago
  mohammed muhammad ahmed ali hassan hussein ibrahim omar khalid fatima aisha mariam zainab krishna ganesh lakshmi shiva rahul
  priya deepak rajesh suresh ramesh sanjay vijay kumar singh sharma wang zhang liu chen yang huang nguyen tran pham kim park lee
  hans klaus stefan thomas andreas wolfgang jurgen sabine petra monika claudia pierre jean michel philippe nathalie isabelle camille
  flower flowers rose lily daisy jasmine violet butterfly rainbow unicorn angel heaven devil lucifer demon vampire zombie ghost
  witch wizard magic magician merlin gandalf frodo aragorn legolas hobbit mordor hogwarts harrypotter voldemort dumbledore hermione
  summer winter spring autumn january february march april june july august september october november december monday tuesday
  wednesday thursday friday saturday sunday christmas halloween easter birthday holiday vacation weekend beach ocean island
  mountain river forest desert moon star stars sun sunset sunrise galaxy universe planet earth mars jupiter saturn venus mercury
  apple banana orange cherry strawberry blueberry raspberry peach mango lemon coconut pineapple watermelon chocolate vanilla
  caramel cookies brownie cupcake candy sugar honey butter cheese pizza burger taco burrito spaghetti coffee espresso tea beer
  whiskey vodka tequila corona budweiser heineken guinness jackdaniels cocacola pepsi redbull monster
  purple yellow green orange silver golden black white blue red pink diamond ruby emerald sapphire crystal platinum titanium
  tiger lion eagle falcon hawk wolf bear panther cobra viper python shark dolphin whale horse mustang stallion pony puppy kitten
  doggy kitty rabbit bunny hamster turtle frog snake spider scorpion phoenix griffin penguin panda koala kangaroo elephant giraffe
  ferrari lamborghini porsche mercedes bmw audi volkswagen toyota honda nissan mazda subaru suzuki yamaha kawasaki ducati harley
  chevrolet chevy corvette camaro ford mustang dodge jeep cadillac bentley rollsroyce bugatti tesla hyundai renault peugeot fiat
  chelsea arsenal liverpool manchester manutd mancity tottenham everton newcastle celtic rangers barcelona realmadrid juventus
  milan inter napoli roma bayern dortmund schalke ajax benfica sporting porto boca riverplate flamengo corinthians palmeiras
  santos cowboys steelers packers patriots eagles giants raiders broncos bears chiefs vikings dolphins cardinals falcons saints
  yankees redsox dodgers cubs braves mets lakers celtics bulls heat warriors spurs knicks rockets
  metallica nirvana acdc slipknot korn linkinpark greenday blink182 ramones beatles queen pinkfloyd ledzeppelin rollingstones
  america american usa texas california florida newyork chicago boston dallas houston denver phoenix seattle portland atlanta
  miami detroit philadelphia lasvegas hollywood brooklyn london paris berlin madrid rome moscow tokyo sydney toronto montreal
  vancouver mexico brazil argentina colombia venezuela chile peru england ireland scotland france germany spain italy portugal
  poland russia ukraine turkey greece india pakistan bangladesh indonesia philippines thailand vietnam china japan korea australia
  canada africa nigeria egypt morocco israel
  freedom liberty justice peace love hope faith trust truth honor glory victory success winner champion legend hero warrior
  soldier sniper hunter fighter killer assassin ninja samurai pirate knight king queen prince kingdom empire dynasty destiny
  fortune million millionaire money dollar business company office work working finance account bank credit invest bitcoin
  crypto trading market sales customer client service support helpdesk project
  family mother father mommy daddy mama papa sister brother baby babygirl babyboy grandma grandpa husband wife honeybunny
  sweetheart sweetie darling beautiful gorgeous handsome cutie lovely lover loverboy lovergirl princess1 cinderella snowwhite
  tinkerbell mickey minnie donald goofy bambi simba nala pumbaa stitch spongebob patrick scooby snoopy garfield bugsbunny tweety
  school college university student teacher professor science biology chemistry physics history english spanish french german
  student1 graduate library
  music guitar piano drummer drums bass violin trumpet saxophone singer dancer dancing ballet hiphop rocknroll heavymetal punk
  techno trance house jazz blues country
  happy smile smiley lucky crazy cool awesome amazing perfect super supreme ultimate extreme maximum power energy thunder
  lightning storm hurricane tornado blizzard fire flame inferno water ice snow snowball winter1 frozen
  friend friends buddy pal amigo forever always never again maybe whatever nothing something anything everything someone nobody
  everybody genius romeo juliet hamlet othello macbeth
  alpha beta gamma delta omega sigma zero infinity matrix neo trinity morpheus terminator predator alien avatar titanic gladiator
  rambo rocky matrix1 godfather scarface joker harleyquinn deadpool avengers wakanda skywalker darthvader yoda chewbacca hansolo
  sentrywell
`);

// What popular words are lengthened with.
const years = Array.from({ length: 2030 - 1950 }, (_, index) => String(1950 + index));
const endings = [
  '1',
  '12',
  '123',
  '1234',
  '12345',
  '123456',
  '1234567',
  '12345678',
  '123456789',
  '1234567890',
  '!',
  '!!',
  '!!!',
  '1!',
];
const popular = plain.slice(0, 60);

/** @type {Set<string>} */
const all = new Set();
for (const word of [...classics, ...plain]) all.add(word.toLowerCase());
for (const word of plain) for (const ending of ['1', '123', '1234', '12345']) all.add(word + ending);
for (const word of popular) for (const ending of endings) all.add(word + ending);
for (const word of popular) for (const year of years.slice(-20)) all.add(word + year);
for (const one of popular) for (const other of popular) all.add(one + other);
for (const season of words('spring summer autumn fall winter'))
  for (const year of years.slice(-20)) all.add(season + year);
const months = words('january february march april may june july august september october november december');
for (const month of months) for (const year of years.slice(-20)) all.add(month + year);
// Digits: rows from every starting digit, one digit over and over, dates of birth are caught as patterns of digits alone.
const row = '12345678901234567890123456789012345678901234567890';
for (let length = 6; length <= 24; length += 1) {
  for (let start = 0; start < 10; start += 1) all.add(row.slice(start, start + length));
  for (const character of 'abcdefghijklmnopqrstuvwxyz0123456789') all.add(character.repeat(length));
}

const lines = [...all].filter((entry) => entry.length >= 4).sort((one, other) => (one < other ? -1 : 1));
writeFileSync(file, `${lines.join('\n')}\n`);
console.log(`${lines.length} common passwords`);
