package encore.query;

/** Into how many segments a new version of a projection is divided, when it can be. */
public record Segmenting(int segments) {

    static Segmenting none() {
        return new Segmenting(1);
    }
}
