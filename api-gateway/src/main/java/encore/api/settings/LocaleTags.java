package encore.api.settings;

import java.util.Arrays;
import java.util.IllformedLocaleException;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads tags of locales (BCP 47) whose language and region are known: a browser accepts any tag, and then shows its own. */
final class LocaleTags {

    private static final Set<String> LANGUAGES = Stream.concat(
                    Arrays.stream(Locale.getISOLanguages()),
                    Locale.availableLocales().map(Locale::getLanguage))
            .filter(language -> !language.isEmpty())
            .collect(Collectors.toUnmodifiableSet());
    private static final Set<String> REGIONS = Stream.concat(
                    Arrays.stream(Locale.getISOCountries()),
                    Locale.availableLocales().map(Locale::getCountry))
            .collect(Collectors.toUnmodifiableSet());

    private LocaleTags() {}

    /** Returns the tag in its canonical spelling; null for null and for a text that is no tag of a known language. */
    static @Nullable String find(@Nullable String text) {
        if (text == null) {
            return null;
        }
        try {
            Locale locale = new Locale.Builder().setLanguageTag(text).build();
            boolean isKnown = LANGUAGES.contains(locale.getLanguage())
                    && (locale.getCountry().isEmpty() || REGIONS.contains(locale.getCountry()));
            return isKnown ? locale.toLanguageTag() : null;
        } catch (IllformedLocaleException noTag) {
            return null;
        }
    }
}
