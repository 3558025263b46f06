package encore.query;

/** The number of partitions of a new version, for projections that can be partitioned. */
public record Partitioning(int partitions) {

    static Partitioning none() {
        return new Partitioning(1);
    }
}
