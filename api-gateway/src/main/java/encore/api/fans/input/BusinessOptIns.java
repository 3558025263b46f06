package encore.api.fans.input;

import encore.api.problems.Ids;
import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import java.util.List;
import java.util.Map;

/** Reads the parameter family {@code business_<business_id>}: true opts in, false opts out. */
public final class BusinessOptIns {

    private BusinessOptIns() {}

    public static List<Long> optedIn(Map<Long, Boolean> family) {
        return withValue(family, true);
    }

    public static List<Long> optedOut(Map<Long, Boolean> family) {
        return withValue(family, false);
    }

    private static List<Long> withValue(Map<Long, Boolean> family, boolean value) {
        family.keySet().stream()
                .filter(business -> business < 1 || business > Ids.HIGHEST)
                .findFirst()
                .ifPresent(business -> {
                    throw Problem.input("business_" + business, ErrorCode.VALUE, "is not the id of a business");
                });
        return family.entrySet().stream()
                .filter(entry -> entry.getValue() == value)
                .map(Map.Entry::getKey)
                .toList();
    }
}
