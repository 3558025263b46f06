package encore.command.fans.particulars;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.kernel.Refusal;
import encore.kernel.fields.FieldDefinition;
import encore.kernel.fields.FieldType;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FieldTextParserTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "TEXT         | 007                 | \"007\"",
                "TEXT         | true                | \"true\"",
                "NUMBER       | 007                 | 7",
                "NUMBER       | -1.50               | -1.5",
                "NUMBER       | 1e3                 | 1000",
                "NUMBER       | 9007199254740993    | 9007199254740993",
                "BOOLEAN      | on                  | true",
                "BOOLEAN      | 0                   | false",
                "DATE         | 2024-02-29          | \"2024-02-29\"",
                "SELECT       | red                 | \"red\"",
                "SELECT       | black, white        | \"black, white\"",
                "MULTI_SELECT | blue,red , blue     | [\"red\",\"blue\"]",
                "MULTI_SELECT | black, white        | [\"black, white\"]",
                "MULTI_SELECT | [\"black, white\", \"red\"] | [\"red\",\"black, white\"]"
            })
    void a_text_is_read_as_a_value_of_its_field(FieldType type, String text, String value) {
        assertThat(FieldTextParser.parse(field(type), text)).hasToString(value);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "NUMBER       | many",
                "NUMBER       | 1e39",
                "NUMBER       | 10E2147483647",
                "NUMBER       | 1E-2147483647",
                "NUMBER       | 0.1E-2147483647",
                "DATE         | +300000000-01-01",
                "DATE         | 0000-01-01",
                "NUMBER       | 123456789012345678901234567890123456789",
                "BOOLEAN      | yes",
                "DATE         | 2023-02-29",
                "DATE         | 29.02.2024",
                "SELECT       | Red",
                "MULTI_SELECT | red,green",
                "MULTI_SELECT | ,",
                "MULTI_SELECT | []",
                "MULTI_SELECT | [1]",
                "MULTI_SELECT | [\"red\""
            })
    void a_text_that_is_none_is_refused_by_its_name(FieldType type, String text) {
        assertThatThrownBy(() -> FieldTextParser.parse(field(type), text))
                .isInstanceOfSatisfying(Refusal.class, refusal -> {
                    assertThat(refusal.kind()).isEqualTo(Refusal.Kind.RULE);
                    assertThat(refusal.field()).isEqualTo("field_colour");
                });
    }

    private static FieldDefinition field(FieldType type) {
        List<String> options = type.hasOptions() ? List.of("red", "blue", "black, white") : List.of();
        return new FieldDefinition("colour", type, options, true, false, null);
    }
}
