package encore.api.binding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import encore.api.input.Prefixed;
import encore.api.problems.Problem;
import encore.api.wire.FieldError;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class UnknownParametersTest {

    record Row(@Nullable Long fanId, @Nullable Place place) {}

    record Place(@Nullable String city) {}

    record In(
            @Nullable String name,
            List<Row> rows,
            @Prefixed("field_") Map<Long, String> fields) {}

    private final UnknownParameters unknown = new UnknownParameters(List.of(InputPlan.of(In.class)));

    @Test
    void members_of_rows_are_named_with_their_row() {
        assertThat(refused("{'rows': [{'fan_id': 1}, {'fanid': 2, 'place': {'town': 'Ghent'}}], 'field_7': 'x'}"))
                .containsExactly("rows[1].fanid", "rows[1].place.town");
        assertThat(refused("[{'fan_id': 1, 'x': 1}]")).containsExactly("rows[0].x");
        assertThat(refused("{'nam': 'x', 'rows': {'y': 1}}")).containsExactly("nam");
    }

    @Test
    void the_parameters_of_the_endpoint_pass() {
        assertThatCode(() ->
                        refuse("{'name': 'x', 'rows': [{'fan_id': 1, 'place': {'city': 'Ghent'}}], 'field_1': ''}"))
                .doesNotThrowAnyException();
    }

    private void refuse(String json) {
        unknown.refuse(RequestParameters.ofJson(JsonMapper.shared().readTree(json.replace('\'', '"'))));
    }

    private List<String> refused(String json) {
        Problem problem = catchThrowableOfType(Problem.class, () -> refuse(json));
        return problem.errors().stream().map(FieldError::field).toList();
    }
}
