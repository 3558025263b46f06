package encore.query;

/** The number of partitions of a new version, for projections that can be partitioned. */
public record Segmenting(int segments) {

    static Segmenting none() {
        return new Segmenting(1);
    }
}
