package encore.query.fanstreams;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the words and hashtags of a caption. */
final class CaptionWords {

    private static final Pattern LINKS_AND_MENTIONS = Pattern.compile("(?:https?://|www\\.|@)\\S+");
    private static final Pattern HASHTAG = Pattern.compile("#([\\p{L}\\p{N}_]+)");
    private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{N}]+(?:['’][\\p{L}\\p{N}]+)*");
    private static final int MIN_LETTERS = 3;

    private static final Set<String> STOP_WORDS = Set.of("""
            about above after again against all also and any are aren't because been before being below between both but \
            can can't cannot could couldn't did didn't does doesn't doing don't down during each few for from further had \
            hadn't has hasn't have haven't having he'd he'll he's her here here's hers herself him himself his how how's i'd \
            i'll i'm i've into isn't it's its itself just let's more most mustn't myself nor not now off once only other \
            ought our ours ourselves out over own same shan't she she'd she'll she's should shouldn't some such than that \
            that's the their theirs them themselves then there there's these they they'd they'll they're they've this those \
            through too under until very was wasn't we'd we'll we're we've were weren't what what's when when's where \
            where's which while who who's whom why why's will with won't would wouldn't you you'd you'll you're you've your \
            yours yourself yourselves""".split(" "));

    private CaptionWords() {}

    /** Returns all words in small letters, those of hashtags included, for searches. */
    static List<String> all(@Nullable String text) {
        return text == null ? List.of() : words(text);
    }

    /** Returns the words that a summary counts, each once. Links, mentions, hashtags and stop words are none. */
    static List<String> counted(@Nullable String text) {
        if (text == null) {
            return List.of();
        }
        String plain = HASHTAG.matcher(LINKS_AND_MENTIONS.matcher(text).replaceAll(" "))
                .replaceAll(" ");
        return words(plain).stream().filter(CaptionWords::isCounted).distinct().toList();
    }

    /** Returns the hashtags in small letters without {@code #}, each once. */
    static List<String> hashtags(@Nullable String text) {
        List<String> found = new ArrayList<>();
        Matcher matcher = HASHTAG.matcher(text == null ? "" : text);
        while (matcher.find()) {
            found.add(matcher.group(1).toLowerCase(Locale.ROOT));
        }
        return found.stream().distinct().toList();
    }

    private static List<String> words(String text) {
        List<String> found = new ArrayList<>();
        Matcher matcher = WORD.matcher(text.toLowerCase(Locale.ROOT));
        while (matcher.find()) {
            found.add(matcher.group().replace('’', '\''));
        }
        return found;
    }

    private static boolean isCounted(String word) {
        return word.codePoints().filter(Character::isLetter).count() >= MIN_LETTERS && !STOP_WORDS.contains(word);
    }
}
