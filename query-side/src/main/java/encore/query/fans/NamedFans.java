package encore.query.fans;

import encore.infra.views.Where;
import encore.kernel.fans.FanQuery.FindNamedFans;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Says what the name in a search means in documents. */
final class NamedFans {

    private static final Pattern NUMBER = Pattern.compile("[+(\\d][\\d\\s()./-]{4,}");

    /** What is dialled in a country alone, or to leave it. */
    private static final Pattern PREFIX = Pattern.compile("^[\\D0]+|\\(0\\)|\\D");

    private NamedFans() {}

    static Where wanted(FindNamedFans query) {
        String text = query.name().strip();
        List<Where> all = new ArrayList<>();
        all.add(Where.equal("account", query.account()));
        if (text.contains("@")) {
            // The text index knows an address as words in any order.
            all.add(new Where.Prefix("profile.email", text.toLowerCase(Locale.ROOT)));
        }
        // A phone is stored without the spaces, brackets and zeros that people write.
        boolean number = NUMBER.matcher(text).matches();
        all.add(new Where.Contains(number ? PREFIX.matcher(text).replaceAll("") : text));
        return new Where.And(all);
    }
}
