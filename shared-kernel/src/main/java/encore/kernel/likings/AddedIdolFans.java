package encore.kernel.likings;

import java.util.List;

/** What became of many rows of fans' idols (spec 2, 4: POST /v1/crm/idol_fans). */
public record AddedIdolFans(Inserted inserted, List<Failed> errors) {

    public AddedIdolFans {
        errors = List.copyOf(errors);
    }

    /** Those that were taken. */
    public record Inserted(int count, List<LikedIdol> info) {

        public Inserted {
            info = List.copyOf(info);
        }

        public static Inserted of(List<LikedIdol> info) {
            return new Inserted(info.size(), info);
        }
    }

    /**
     * A row that was not.
     *
     * @param idx its place among the rows, from 0
     */
    public record Failed(int idx, String error) {}
}
