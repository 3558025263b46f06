package encore.query.fans;

import encore.infra.views.criteria.Where;
import encore.kernel.fans.FanQuery.FindNamedFans;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Builds the document condition for the name of a fan search. */
final class FanNameCondition {

    private static final Pattern NUMBER = Pattern.compile("[+(\\d][\\d\\s()./-]{4,}");

    /** Characters that a stored phone does not have: prefixes dialled in or out of a country, and punctuation. */
    private static final Pattern UNDIALLED = Pattern.compile("^[\\D0]+|\\(0\\)|\\D");

    private FanNameCondition() {}

    static Where of(FindNamedFans query) {
        String text = query.name().strip();
        List<Where> conditions = new ArrayList<>();
        conditions.add(Where.equal("account", query.account()));
        if (text.contains("@")) {
            // The text index splits an address into words and ignores their order.
            conditions.add(new Where.Prefix("profile.email", text.toLowerCase(Locale.ROOT)));
        }
        // A phone is stored without the spaces, brackets and leading zeros that people write.
        boolean number = NUMBER.matcher(text).matches();
        conditions.add(new Where.Contains(number ? UNDIALLED.matcher(text).replaceAll("") : text));
        return new Where.And(conditions);
    }
}
