package encore.kernel.fans;

/** Says what a fan that is known by its contacts already takes from what comes with them. */
public enum Filling {
    /** What it has nothing for yet, each for itself, and what is said of consent. */
    EACH_GAP,
    /** The same, but country, province, city and postal code only where it has none of the four: they are of one place. */
    WHOLE_ADDRESS,
    /** Nothing, nor a word of consent: a record that came before has moved to it. */
    NOTHING
}
