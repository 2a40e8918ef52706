/**
 * Domains whose addresses anybody can have: they say nothing about who somebody works for, so nobody is ever matched by
 * one and none stands in the directory of domains (rulings R15, R16). Kept by hand, by country and provider.
 */
const publicMailDomains: ReadonlySet<string> = new Set(
  `
  gmail.com googlemail.com
  outlook.com outlook.de outlook.fr outlook.es outlook.it outlook.jp outlook.in outlook.ie outlook.com.br outlook.com.au
  hotmail.com hotmail.co.uk hotmail.de hotmail.fr hotmail.it hotmail.es hotmail.nl hotmail.be hotmail.ca hotmail.se
  hotmail.no hotmail.dk hotmail.com.br hotmail.com.ar hotmail.com.mx live.com live.co.uk live.de live.fr live.it live.nl
  live.be live.ca live.se live.no live.dk live.com.au live.com.mx live.cn msn.com passport.com windowslive.com
  yahoo.com yahoo.co.uk yahoo.de yahoo.fr yahoo.it yahoo.es yahoo.ca yahoo.ie yahoo.in yahoo.co.in yahoo.co.jp yahoo.co.id
  yahoo.co.kr yahoo.co.nz yahoo.com.au yahoo.com.br yahoo.com.ar yahoo.com.mx yahoo.com.cn yahoo.com.hk yahoo.com.tw
  yahoo.com.sg yahoo.com.my yahoo.com.ph yahoo.com.vn yahoo.com.tr yahoo.gr yahoo.se yahoo.no yahoo.dk yahoo.nl yahoo.pl
  yahoo.ro ymail.com rocketmail.com myyahoo.com
  icloud.com me.com mac.com privaterelay.appleid.com
  aol.com aol.co.uk aol.de aol.fr aim.com netscape.net verizon.net
  proton.me protonmail.com protonmail.ch pm.me tuta.com tuta.io tutanota.com tutanota.de tutamail.com keemail.me
  fastmail.com fastmail.fm hey.com zoho.com zoho.eu zoho.in zohomail.com zohomail.eu hushmail.com hush.com mailfence.com
  startmail.com posteo.de posteo.net posteo.org mailbox.org runbox.com disroot.org riseup.net countermail.com ctemplar.com
  mail.com email.com usa.com europe.com post.com myself.com consultant.com engineer.com doctor.com techie.com iname.com
  writeme.com dr.com cheerful.com accountant.com contractor.net lawyer.com
  gmx.com gmx.net gmx.de gmx.at gmx.ch gmx.us gmx.co.uk gmx.fr web.de t-online.de freenet.de arcor.de online.de
  1und1.de email.de mail.de kabelmail.de vodafone.de o2online.de unitybox.de
  orange.fr wanadoo.fr free.fr sfr.fr laposte.net neuf.fr bbox.fr numericable.fr aliceadsl.fr club-internet.fr voila.fr
  libero.it virgilio.it tiscali.it alice.it tin.it iol.it email.it fastwebnet.it inwind.it tim.it poste.it
  telefonica.net terra.es ono.com orange.es
  sapo.pt clix.pt netcabo.pt
  bluewin.ch hispeed.ch sunrise.ch swissonline.ch aon.at chello.at inode.at utanet.at
  ziggo.nl kpnmail.nl kpnplanet.nl planet.nl home.nl xs4all.nl hetnet.nl zonnet.nl upcmail.nl casema.nl quicknet.nl
  telenet.be skynet.be proximus.be scarlet.be
  btinternet.com btopenworld.com bt.com sky.com virginmedia.com virgin.net talktalk.net tiscali.co.uk ntlworld.com
  blueyonder.co.uk plusnet.com o2.co.uk
  eircom.net telia.com comhem.se bredband.net spray.se online.no tele2.se tele2.no mail.dk jubii.dk stofanet.dk
  luukku.com suomi24.fi kolumbus.fi elisanet.fi
  wp.pl o2.pl onet.pl onet.eu op.pl interia.pl interia.eu gazeta.pl poczta.onet.pl tlen.pl
  seznam.cz email.cz post.cz centrum.cz centrum.sk azet.sk zoznam.sk freemail.hu citromail.hu abv.bg mail.bg
  mail.ru bk.ru inbox.ru list.ru internet.ru yandex.ru yandex.com yandex.ua yandex.kz ya.ru rambler.ru ukr.net i.ua meta.ua
  inbox.lv mail.ee hot.ee
  mynet.com hotmail.com.tr walla.co.il walla.com netvision.net.il
  qq.com foxmail.com 163.com 126.com yeah.net 139.com 189.cn sina.com sina.cn sohu.com tom.com aliyun.com 21cn.com
  naver.com daum.net hanmail.net nate.com kakao.com docomo.ne.jp ezweb.ne.jp softbank.ne.jp nifty.com biglobe.ne.jp
  rediffmail.com indiatimes.com sify.com
  uol.com.br bol.com.br terra.com.br ig.com.br globo.com globomail.com r7.com zipmail.com.br
  prodigy.net.mx ciudad.com.ar fibertel.com.ar arnet.com.ar speedy.com.ar
  comcast.net xfinity.com att.net sbcglobal.net bellsouth.net ameritech.net pacbell.net swbell.net prodigy.net cox.net
  charter.net spectrum.net twc.com rr.com roadrunner.com earthlink.net mindspring.com juno.com netzero.net netzero.com
  centurylink.net embarqmail.com q.com qwest.net windstream.net frontier.com frontiernet.net optonline.net optimum.net
  suddenlink.net mediacombb.net cableone.net tds.net consolidated.net hughes.net wildblue.net peoplepc.com excite.com
  lycos.com inbox.com
  rogers.com shaw.ca bell.net sympatico.ca telus.net videotron.ca cogeco.ca eastlink.ca
  bigpond.com bigpond.net.au optusnet.com.au iinet.net.au tpg.com.au internode.on.net dodo.com.au westnet.com.au
  xtra.co.nz slingshot.co.nz orcon.net.nz
  mweb.co.za webmail.co.za telkomsa.net vodamail.co.za
  duck.com mozmail.com simplelogin.com simplelogin.io anonaddy.com anonaddy.me addy.io 33mail.com
  mailinator.com guerrillamail.com guerrillamail.net sharklasers.com 10minutemail.com temp-mail.org tempmail.com
  yopmail.com trashmail.com trashmail.de getnada.com maildrop.cc dispostable.com throwawaymail.com mintemail.com
  discard.email spamgourmet.com emailondeck.com fakeinbox.com moakt.com mohmal.com
  guerrillamail.org grr.la yopmail.fr yopmail.net 10minutemail.net temp-mail.io tempmail.net nada.email mailnesia.com
  mailcatch.com tempr.email burnermail.io relay.firefox.com
  outlook.pt outlook.co.uk hotmail.co.jp zohomail.in skiff.com centurytel.net wowway.com voo.be a1.net telia.se
  broadpark.no tdcadsl.dk poczta.fm atlas.cz volny.cz lenta.ru superonline.com otenet.gr forthnet.gr bsnl.in
  airtelmail.in singnet.com.sg pacific.net.sg infinitummail.com vtr.net une.net.co cantv.net
  `
    .trim()
    .split(/\s+/),
);

/** @param domain such as the part of an address behind the @. */
export function isPublicMailDomain(domain: string): boolean {
  return publicMailDomains.has(domain.toLowerCase());
}
