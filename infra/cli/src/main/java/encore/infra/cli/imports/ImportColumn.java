package encore.infra.cli.imports;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * A field of the rows of a kind, as the server describes it.
 *
 * @param isContact whether it is left out of the hash that makes a row's key
 */
record ImportColumn(String name, boolean required, String type, boolean isContact, List<String> aliases) {

    private static final char FAMILY = '<';

    static ImportColumn of(JsonNode json) {
        return new ImportColumn(
                json.path("name").asString(""),
                json.path("required").asBoolean(false),
                json.path("type").asString("text"),
                json.path("is_contact").asBoolean(false),
                json.path("aliases").valueStream().map(JsonNode::asString).toList());
    }

    /** Returns whether a head of a file names this field: letters and digits are compared, and not their case. */
    boolean isNamedBy(String head) {
        String plain = plain(head);
        return !plain.isEmpty()
                && Stream.concat(Stream.of(name), aliases.stream())
                        .anyMatch(alias -> plain(alias).equals(plain));
    }

    /** Returns whether this column stands for many fields, such as {@code field_<name>}, and this is one of them. */
    boolean isFamilyOf(String field) {
        int family = name.indexOf(FAMILY);
        return family > 0 && field.length() > family && field.startsWith(name.substring(0, family));
    }

    boolean isFamily() {
        return name.indexOf(FAMILY) > 0;
    }

    ImportColumn named(String field) {
        return new ImportColumn(field, required, type, isContact, aliases);
    }

    private static String plain(String text) {
        return text.toLowerCase(Locale.ROOT)
                .codePoints()
                .filter(Character::isLetterOrDigit)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }
}
