package encore.api.fans;

import encore.api.problems.Ids;
import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import java.util.List;
import java.util.Map;

/** Reads the parameter family {@code business_<business_id>}: true opts in, false opts out. */
final class Businesses {

    private Businesses() {}

    static List<Long> optedIn(Map<Long, Boolean> said) {
        return those(said, true);
    }

    static List<Long> optedOut(Map<Long, Boolean> said) {
        return those(said, false);
    }

    private static List<Long> those(Map<Long, Boolean> said, boolean in) {
        said.keySet().stream()
                .filter(business -> business < 1 || business > Ids.HIGHEST)
                .findFirst()
                .ifPresent(business -> {
                    throw Problem.input("business_" + business, ErrorCode.VALUE, "is not the id of a business");
                });
        return said.entrySet().stream()
                .filter(entry -> entry.getValue() == in)
                .map(Map.Entry::getKey)
                .toList();
    }
}
