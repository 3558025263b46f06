package encore.kernel.people;

/**
 * A right that an operation needs of a person: an area, to read or to change.
 *
 * @param isWrite whether the operation changes something
 */
public record Right(Area area, boolean isWrite) {

    /** Returns the spelling in documents and answers, such as {@code fans:read}. */
    public String word() {
        return area.word() + (isWrite ? ":write" : ":read");
    }
}
