package encore.api.settings;

import java.util.Currency;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads codes of currencies (ISO 4217), those of former currencies too. */
public final class CurrencyCodes {

    private static final Set<String> CODES = Currency.getAvailableCurrencies().stream()
            .map(Currency::getCurrencyCode)
            .collect(Collectors.toUnmodifiableSet());

    private CurrencyCodes() {}

    /** Returns the code in capital letters; null for null and for a text that is no code. */
    public static @Nullable String find(@Nullable String text) {
        if (text == null) {
            return null;
        }
        String code = text.toUpperCase(Locale.ROOT);
        return CODES.contains(code) ? code : null;
    }
}
