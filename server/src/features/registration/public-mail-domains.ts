/**
 * Domains where anybody can get a mailbox: an address there says nothing about whom one works for, so it never matches an
 * MSP or an organization by domain (ruling R15). To be kept up to date; one provider a line, by where it is at home.
 */
const domains = `
gmail.com googlemail.com
outlook.com outlook.de outlook.fr outlook.es outlook.it outlook.pt outlook.in outlook.jp outlook.co.uk outlook.com.br outlook.com.au
hotmail.com hotmail.co.uk hotmail.de hotmail.fr hotmail.es hotmail.it hotmail.nl hotmail.be hotmail.ca hotmail.com.br hotmail.co.jp
live.com live.co.uk live.de live.fr live.it live.nl live.be live.ca live.com.au live.se live.no live.dk live.cn msn.com passport.com
windowslive.com
yahoo.com yahoo.co.uk yahoo.de yahoo.fr yahoo.es yahoo.it yahoo.ca yahoo.in yahoo.co.in yahoo.co.jp yahoo.com.br yahoo.com.au
yahoo.com.mx yahoo.com.ar yahoo.com.sg yahoo.com.ph yahoo.co.id yahoo.com.tw yahoo.com.hk yahoo.gr yahoo.pl yahoo.ro yahoo.se
ymail.com rocketmail.com myyahoo.com
icloud.com me.com mac.com
aol.com aol.co.uk aol.de aol.fr aim.com verizon.net netscape.net
proton.me protonmail.com protonmail.ch pm.me tutanota.com tutanota.de tutamail.com tuta.io tuta.com keemail.me
zoho.com zohomail.com zohomail.eu zohomail.in fastmail.com fastmail.fm hey.com mail.com email.com usa.com europe.com post.com
consultant.com engineer.com doctor.com dr.com lawyer.com accountant.com techie.com inbox.com hushmail.com hush.com runbox.com
posteo.de posteo.net mailbox.org startmail.com disroot.org riseup.net mailfence.com ctemplar.com skiff.com duck.com
comcast.net xfinity.com att.net sbcglobal.net bellsouth.net pacbell.net ameritech.net cox.net charter.net spectrum.net rr.com
earthlink.net mindspring.com juno.com netzero.net centurylink.net centurytel.net frontier.com frontiernet.net windstream.net
optonline.net optimum.net suddenlink.net embarqmail.com q.com roadrunner.com cableone.net wowway.com
rogers.com shaw.ca bell.net sympatico.ca telus.net videotron.ca cogeco.ca eastlink.ca
gmx.de gmx.net gmx.at gmx.ch gmx.com gmx.us gmx.co.uk gmx.fr web.de t-online.de freenet.de arcor.de vodafone.de online.de 1und1.de
o2online.de kabelmail.de unitybox.de email.de mail.de
btinternet.com btopenworld.com talktalk.net virginmedia.com ntlworld.com blueyonder.co.uk sky.com plusnet.com tiscali.co.uk
o2.co.uk eircom.net
orange.fr wanadoo.fr free.fr laposte.net sfr.fr bbox.fr neuf.fr numericable.fr club-internet.fr
libero.it virgilio.it alice.it tiscali.it tin.it fastwebnet.it tim.it poste.it
telefonica.net terra.es ono.com sapo.pt telenet.be skynet.be proximus.be voo.be
ziggo.nl kpnmail.nl kpnplanet.nl planet.nl hetnet.nl xs4all.nl home.nl upcmail.nl casema.nl
bluewin.ch sunrise.ch hispeed.ch swissonline.ch a1.net aon.at chello.at
telia.com telia.se bredband.net comhem.se spray.se online.no broadpark.no mail.dk tdcadsl.dk stofanet.dk kolumbus.fi elisanet.fi
wp.pl o2.pl onet.pl onet.eu interia.pl interia.eu gazeta.pl op.pl poczta.fm
seznam.cz email.cz centrum.cz post.cz atlas.cz volny.cz azet.sk zoznam.sk centrum.sk freemail.hu citromail.hu abv.bg mail.bg
yandex.ru yandex.com ya.ru mail.ru bk.ru inbox.ru list.ru internet.ru rambler.ru lenta.ru ukr.net i.ua meta.ua
mynet.com superonline.com walla.co.il walla.com netvision.net.il otenet.gr forthnet.gr
qq.com foxmail.com 163.com 126.com yeah.net sina.com sina.cn sohu.com aliyun.com 139.com 189.cn tom.com
naver.com hanmail.net daum.net nate.com kakao.com docomo.ne.jp ezweb.ne.jp softbank.ne.jp nifty.com
rediffmail.com sify.com indiatimes.com bsnl.in airtelmail.in singnet.com.sg pacific.net.sg
bigpond.com bigpond.net.au optusnet.com.au iinet.net.au westnet.com.au tpg.com.au internode.on.net xtra.co.nz slingshot.co.nz
uol.com.br bol.com.br terra.com.br ig.com.br globo.com globomail.com r7.com prodigy.net.mx infinitummail.com fibertel.com.ar
arnet.com.ar speedy.com.ar vtr.net une.net.co cantv.net
webmail.co.za telkomsa.net mweb.co.za vodamail.co.za
guerrillamail.com guerrillamail.org sharklasers.com grr.la mailinator.com maildrop.cc yopmail.com yopmail.fr yopmail.net
10minutemail.com 10minutemail.net tempmail.com temp-mail.org temp-mail.io tempmail.net throwawaymail.com trashmail.com trashmail.de
getnada.com nada.email dispostable.com mintemail.com mailnesia.com mohmal.com moakt.com emailondeck.com fakeinbox.com spamgourmet.com
discard.email mailcatch.com tempr.email burnermail.io simplelogin.com simplelogin.io anonaddy.com addy.io relay.firefox.com mozmail.com
`;

const publicDomains: ReadonlySet<string> = new Set(domains.trim().split(/\s+/));

export function isPublicMailDomain(domain: string): boolean {
  return publicDomains.has(domain.toLowerCase());
}
