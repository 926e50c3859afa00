"""Common short forms of English and Spanish first names."""

# A full name and its short forms. "Chris" is short for several: it is joined to none of them
# unless only one of them is in the dialogue.
_SHORT_FORMS = """
abigail: abby abbie gail
abraham: abe
adelaide: addie
adeline: addie
addison: addie
albert: al bert bertie
alejandra: ale alex
alejandro: ale alex
alexander: alex al xander sasha zander lex
alexandra: alex lexi lexie sandra sasha
alexandria: alex lexi lexie
alexis: alex lexi lexie
alfred: al alfie fred
allison: allie ally
alison: ali allie ally
amanda: mandy
andrea: andie
andrew: andy drew
angela: angie
anthony: tony ant
antonio: tony toni tono
antoinette: toni
arthur: art artie
barbara: barb babs barbie
benjamin: ben benji benny
bernard: bernie
bradley: brad
brandon: bran
brittany: britt
calvin: cal
cameron: cam
caroline: carrie carol
carolina: caro
cassandra: cass cassie sandra
catherine: cathy cat kate katie
charles: charlie chuck chas
charlotte: charlie lottie
christian: chris
christina: chris chrissy tina
christine: chris chrissy tina
christopher: chris topher kit
concepcion: concha conchita
consuelo: chelo
clifford: cliff
cynthia: cindy
daniel: dan danny
danielle: dani
deborah: deb debbie
dennis: denny
dolores: lola
dominic: dom nick
dominick: dom nick
donald: don donnie
dorothy: dot dottie
douglas: doug
eduardo: lalo edu
edward: ed eddie ted teddy ned
edwin: ed eddie
eleanor: ellie nell nora
elizabeth: liz lizzie lizzy beth betsy betty eliza libby bess ellie
emily: em emmy
enrique: quique kike
ernesto: neto
eugene: gene
ezekiel: zeke
felicity: flick
fernando: fer nando
florence: flo flossie
frances: fran frannie
francis: frank
francisca: paca paquita
francisco: paco pancho kiko cisco frank
franklin: frank frankie
frederick: fred freddie freddy rick
gabriel: gabe
gabriela: gabi gaby
gabriella: gabi gabby ella
genevieve: gen evie
geoffrey: geoff
george: georgie
gerald: gerry jerry
gilbert: gil bert
gregory: greg
guadalupe: lupe lupita
guillermo: memo guille
gwendolyn: gwen wendy
harold: harry hal
harrison: harry
henry: hank harry
herbert: herb bert
humberto: beto
ignacio: nacho
isaac: ike zac
isabel: bel chabela isa
isabella: bella izzy isa
isabelle: belle izzy
isaiah: zay
jacob: jake
jacqueline: jackie
james: jim jimmy jamie jem
jasmine: jaz jazz jazzy
javier: javi
jeffrey: jeff
jennifer: jen jenny jenna
jeremiah: jerry jem
jeremy: jerry jem
jerome: jerry
jesus: chuy chucho
jessica: jess jessie
joanna: jo joey
john: johnny jack
johnathan: johnny john jon
jonathan: johnny jon nathan
jorge: coque
jose: pepe chepe
josefa: pepa
josefina: pepa josie fina
joseph: joe joey jo
josephine: jo josie
joshua: josh
juan: juanito
judith: judy
julia: jules
julian: jules
julie: jules
karina: kari
katherine: kate katie kathy kat kit kitty kay
kathleen: kathy kate katie
kathryn: kate katie kathy kat
kenneth: ken kenny
kimberly: kim kimmy
kristen: kris
kristina: kris tina
kristopher: kris
laurence: larry laurie
lawrence: larry laurie
leonard: leo len lenny
leonardo: leo nardo
leticia: lety
lillian: lily lil
louis: lou louie
louise: lou lulu
lucia: lucy
lucille: lucy
luis: lucho
madeleine: maddie maddy
madeline: maddie maddy
madelyn: maddie maddy
madison: maddie maddy
manuel: manny manolo
marcus: marc
margaret: meg maggie peggy marge madge greta daisy rita
maria: mari mia
mario: mayito
marjorie: marge margie
martha: marty patty
martin: marty
matilda: tilly mattie
matthew: matt matty mattie
maximilian: max
maxwell: max
melanie: mel
melissa: mel missy lissa
mercedes: meche merche
michael: mike mikey mick micky mickey
michelle: shelly shell
miguel: migue
mildred: millie
mitchell: mitch
montgomery: monty
nancy: nan
natalie: nat
natasha: tasha nat
nathan: nate nat
nathaniel: nate nat nathan
nehemiah: nemo
nicholas: nick nicky nico
nicolas: nick nico
nicole: nicky nikki nic
norman: norm
olivia: liv livvy
oliver: ollie
pamela: pam
patricia: pat patty tricia trish
patrick: pat paddy rick
pedro: perico
penelope: penny
peter: pete
philip: phil pip
phillip: phil pip
priscilla: cilla prissy
rachel: rach
rafael: rafa
ramon: moncho
randall: randy
raymond: ray
rebecca: becca becky
ricardo: ricky rick
richard: rick rich dick ricky richie
robert: bob rob bobby robbie bert
roberto: beto rob
rodney: rod
roderick: rod rick
roger: rog
ronald: ron ronnie
rosario: charo
russell: russ rusty
samantha: sam sammy
samuel: sam sammy
sandra: sandy
santiago: santi chago
sarah: sally sadie
savannah: savvy vanna
sebastian: seb bas sebas
sergio: checo
sophia: sophie soph
stephanie: steph
stephen: steve stevie
steven: steve stevie
stuart: stu
susan: sue susie suzy
susanna: sue susie
sydney: syd
teresa: tere terry tess
terence: terry
theodore: ted teddy theo
theresa: terry tess tessa
thomas: tom tommy
timothy: tim timmy
tobias: toby
valentina: val vale
valerie: val
vanessa: nessa
veronica: vero ronnie
victor: vic
victoria: vicky vicki tori vic
vincent: vince vinny vin
virginia: ginny
walter: walt wally
wesley: wes
william: will bill billy willy liam willie
winifred: winnie
zachariah: zach zack zac
zachary: zach zack zac
zechariah: zach zack
"""

FULL_NAMES: dict[str, frozenset[str]] = {
    full: frozenset(short.split())
    for full, short in (line.split(": ") for line in _SHORT_FORMS.strip().splitlines())
}
NICKNAMES: dict[str, frozenset[str]] = {
    short: frozenset(full for full, shorts in FULL_NAMES.items() if short in shorts)
    for short in frozenset().union(*FULL_NAMES.values())
}


def related_names(name: str) -> frozenset[str]:
    """The full names that a folded name is short for, and its own short forms."""
    return NICKNAMES.get(name, frozenset()) | FULL_NAMES.get(name, frozenset())
