package encore.kernel.likings;

import java.util.List;

/** The outcome of a bulk of rows with idols of fans (spec 2, 4: POST /v1/crm/idol_fans). */
public record AddedIdolFans(Inserted inserted, List<Failed> errors) {

    public AddedIdolFans {
        errors = List.copyOf(errors);
    }

    /** The rows that were accepted. */
    public record Inserted(int count, List<LikedIdol> info) {

        public Inserted {
            info = List.copyOf(info);
        }

        public static Inserted of(List<LikedIdol> info) {
            return new Inserted(info.size(), info);
        }
    }

    /**
     * A row that was refused.
     *
     * @param idx the index of the row, from 0
     */
    public record Failed(int idx, String error) {}
}
