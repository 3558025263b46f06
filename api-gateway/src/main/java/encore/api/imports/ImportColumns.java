package encore.api.imports;

import encore.api.binding.Parameter;
import encore.api.input.Format;
import encore.api.wire.Wire;
import encore.kernel.imports.ImportKind;
import encore.kernel.privacy.Contact;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import tools.jackson.core.type.TypeReference;

/** Describes the columns of a kind by the records that its rows are bound to. */
final class ImportColumns {

    /** The beginnings of names that stand for many columns, with the part that a file adds. */
    private static final Map<String, String> FAMILIES = Map.of(
            "field_", "field_<name>",
            "tag_", "tag_<name>",
            "business_", "business_<business_id>");

    private static final Map<String, Map<String, List<String>>> ALIASES = aliases();

    private ImportColumns() {}

    static List<ImportColumn> of(ImportedKind kind) {
        List<ImportColumn> columns = new ArrayList<>();
        for (Class<? extends Record> input : kind.inputs()) {
            Set<String> contacts = contacts(input);
            for (Parameter parameter : Parameter.of(input)) {
                if (!kind.excluded().contains(parameter.name())) {
                    columns.add(column(kind, parameter, contacts.contains(parameter.name())));
                }
            }
        }
        return columns;
    }

    private static ImportColumn column(ImportedKind kind, Parameter parameter, boolean isContact) {
        String name = parameter.name();
        boolean isKey = kind.isKeyRequired() && name.equals(kind.key());
        return new ImportColumn(
                parameter.family() ? FAMILIES.getOrDefault(name, name) : name,
                parameter.required() || isKey,
                type(parameter),
                isContact,
                aliases(kind.kind(), name));
    }

    private static String type(Parameter parameter) {
        String format = String.valueOf(parameter.format());
        return switch (format) {
            case Format.EMAIL -> "email";
            case Format.PHONE -> "phone";
            case Format.COUNTRY -> "country";
            case "date-time" -> "time";
            case "date" -> "day";
            default ->
                switch (parameter.type()) {
                    case "integer" -> "whole_number";
                    case "number" -> "decimal";
                    case "boolean" -> "boolean";
                    default -> "text";
                };
        };
    }

    /** Returns the names of components with the mark, or with the whole family of it. */
    private static Set<String> contacts(Class<? extends Record> input) {
        Set<String> marked = Arrays.stream(input.getRecordComponents())
                .filter(component -> component.isAnnotationPresent(Contact.class)
                        || component.getAccessor().isAnnotationPresent(Contact.class))
                .map(RecordComponent::getName)
                .map(Wire::name)
                .collect(Collectors.toSet());
        return marked.contains("fields")
                ? java.util.stream.Stream.concat(marked.stream(), java.util.stream.Stream.of("field_"))
                        .collect(Collectors.toSet())
                : marked;
    }

    private static List<String> aliases(ImportKind kind, String name) {
        return ALIASES.getOrDefault(kind.word(), Map.of()).getOrDefault(name, List.of());
    }

    private static Map<String, Map<String, List<String>>> aliases() {
        try (InputStream file = ImportColumns.class.getResourceAsStream("aliases.json")) {
            return Wire.INPUT.readValue(file, new TypeReference<>() {});
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
