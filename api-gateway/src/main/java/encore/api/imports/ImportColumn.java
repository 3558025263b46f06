package encore.api.imports;

import java.util.List;

/**
 * A column of a file that an import takes.
 *
 * @param name the field of a row; {@code field_<name>} stands for every name with this beginning
 * @param type text, whole_number, decimal, time, day, boolean, country, email or phone
 * @param isContact whether the column tells how a fan is reached or recognised
 * @param aliases other heads by which the column is recognised
 */
public record ImportColumn(String name, boolean required, String type, boolean isContact, List<String> aliases) {
    public ImportColumn {
        aliases = List.copyOf(aliases);
    }
}
