package encore.query.fans;

import encore.infra.views.criteria.Where;
import encore.kernel.fans.FanQuery.FindNamedFans;
import encore.kernel.names.Blanks;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Builds the document condition for the name of a fan search. A text is looked for as all that it may be. */
final class FanNameCondition {

    private static final Pattern NUMBER = Pattern.compile("[+(\\d][\\d\\s()./-]{4,}");

    /** An email, or the beginning of one. */
    private static final Pattern ADDRESS = Pattern.compile("[^\\s@]+@.*");

    /** Characters that a stored phone does not have: prefixes dialled in or out of a country, and punctuation. */
    private static final Pattern UNDIALLED = Pattern.compile("^[\\D0]+|\\(0\\)|\\D");

    private FanNameCondition() {}

    static Where of(FindNamedFans query) {
        String text = Blanks.trim(query.name());
        List<Where> conditions = new ArrayList<>();
        conditions.add(Where.equal("account", query.account()));
        if (ADDRESS.matcher(text).matches()) {
            // The text index splits an address into words and ignores their order.
            conditions.add(Where.any(
                    new Where.Prefix("profile.email", text.toLowerCase(Locale.ROOT)),
                    new Where.Prefix("profile.displayName", text),
                    new Where.Prefix("profile.name", text)));
        }
        // A phone is stored without the spaces, brackets and leading zeros that people write.
        String dialled =
                NUMBER.matcher(text).matches() ? UNDIALLED.matcher(text).replaceAll("") : text;
        conditions.add(new Where.Contains(Stream.of(text, dialled).distinct().toList()));
        return new Where.And(conditions);
    }
}
