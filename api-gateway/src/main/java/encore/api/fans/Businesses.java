package encore.api.fans;

import encore.api.problems.Problem;
import java.util.List;
import java.util.Map;

/** The family {@code business_<business_id>}: true opts in, false opts out. */
final class Businesses {

    private static final long HIGHEST_ID = (1L << 53) - 1;

    private Businesses() {}

    static List<Long> optedIn(Map<Long, Boolean> said) {
        return those(said, true);
    }

    static List<Long> optedOut(Map<Long, Boolean> said) {
        return those(said, false);
    }

    private static List<Long> those(Map<Long, Boolean> said, boolean in) {
        said.keySet().stream()
                .filter(business -> business < 1 || business > HIGHEST_ID)
                .findFirst()
                .ifPresent(business -> {
                    throw Problem.input("business_" + business, "value", "names no business");
                });
        return said.entrySet().stream()
                .filter(entry -> entry.getValue() == in)
                .map(Map.Entry::getKey)
                .toList();
    }
}
