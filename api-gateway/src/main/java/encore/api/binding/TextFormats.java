package encore.api.binding;

import encore.api.contacts.Contacts;
import encore.api.contacts.Countries;
import encore.api.contacts.IpAddresses;
import encore.api.input.Format;
import encore.api.problems.Problem;
import encore.api.wire.FieldError;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Checks texts that have a {@link Format} and that the handlers normalize later, so that one answer names everything
 * that is wrong. Rows are left to their handlers: some of these report a wrong row in its place and take the others.
 */
final class TextFormats {

    private TextFormats() {}

    static List<FieldError> errors(InputPlan<?> plan, @Nullable Object[] values) {
        List<FieldError> errors = new ArrayList<>(0);
        String country = textOf(plan, values, Format.COUNTRY);
        for (int i = 0; i < values.length; i++) {
            InputPlan.Part part = plan.parts().get(i);
            Format format = part.annotation(Format.class);
            if (format != null && values[i] instanceof String text) {
                try {
                    check(format.value(), text, country);
                } catch (Problem wrong) {
                    wrong.errors().stream()
                            .map(error -> new FieldError(part.name(), error.code(), error.message()))
                            .forEach(errors::add);
                }
            }
        }
        return errors;
    }

    private static void check(String format, String text, @Nullable String country) {
        switch (format) {
            case Format.EMAIL -> Contacts.email(text);
            case Format.COUNTRY -> Countries.code(text);
            case Format.IP -> IpAddresses.of(text);
            case Format.PHONE -> {
                if (isCountry(country)) {
                    Contacts.phone(text, country == null ? null : Countries.code(country));
                }
            }
            default -> {}
        }
    }

    /** Whether a phone can be read by a country; a wrong country is an error of its own. */
    private static boolean isCountry(@Nullable String country) {
        try {
            Countries.code(country);
            return true;
        } catch (Problem wrong) {
            return false;
        }
    }

    private static @Nullable String textOf(InputPlan<?> plan, @Nullable Object[] values, String format) {
        for (int i = 0; i < values.length; i++) {
            Format own = plan.parts().get(i).annotation(Format.class);
            if (own != null && own.value().equals(format) && values[i] != null) {
                return Objects.toString(values[i]);
            }
        }
        return null;
    }
}
