package encore.api.binding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import encore.api.input.Params;
import encore.api.problems.Problem;
import encore.api.wire.FieldError;
import encore.api.wire.ValueType;
import jakarta.validation.constraints.NotBlank;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.web.bind.annotation.RestController;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Every text that a call requires is refused by its name when it shows nothing. */
class RequiredTextsTest {

    private static final Set<Class<?>> INPUTS = inputs();

    @ParameterizedTest
    @ValueSource(
            strings = {
                " ",
                "\t\n",
                "\u00A0",
                "\u2007",
                "\u202F",
                "\u200B",
                "\u3164",
                "\u2800",
                "\u00AD",
                "\u2060",
                "\u200D\uFE0F"
            })
    void a_blank_text_is_refused_wherever_a_text_is_required(String blank) {
        int texts = 0;
        for (Class<?> input : INPUTS) {
            List<String> required = requiredTexts(input);
            ObjectNode json = JsonNodeFactory.instance.objectNode();
            required.forEach(name -> json.put(name, blank));
            texts += required.size();
            if (!required.isEmpty()) {
                Problem refused = catchThrowableOfType(
                        Problem.class, () -> InputPlan.of(input).bind(RequestParameters.ofJson(json), Map.of()));
                assertThat(refused.errors())
                        .as(input.getName())
                        .extracting(FieldError::field)
                        .containsAll(required);
            }
        }
        assertThat(texts).isGreaterThan(100);
    }

    private static List<String> requiredTexts(Class<?> input) {
        return InputPlan.of(input).parts().stream()
                .filter(part -> part.kind() == InputPlan.Kind.ONE && part.type() instanceof ValueType.Text)
                .filter(part -> part.required() || part.annotation(NotBlank.class) != null)
                .map(InputPlan.Part::name)
                .toList();
    }

    /** Returns the records that handlers bind, and the records in them. */
    private static Set<Class<?>> inputs() {
        Set<Class<?>> inputs = new LinkedHashSet<>();
        new ClassFileImporter()
                .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS).importPackages("encore.api").stream()
                        .filter(type -> type.isAnnotatedWith(RestController.class))
                        .map(JavaClass::reflect)
                        .flatMap(controller -> Arrays.stream(controller.getDeclaredMethods()))
                        .flatMap(handler -> Arrays.stream(handler.getParameters()))
                        .filter(parameter -> parameter.isAnnotationPresent(Params.class))
                        .forEach(parameter -> add(parameter.getType(), inputs));
        return inputs;
    }

    private static void add(Class<?> input, Set<Class<?>> inputs) {
        inputs.add(input);
        InputPlan.of(input).parts().stream()
                .map(InputPlan.Part::records)
                .filter(records -> records != null)
                .forEach(records -> add(records.record(), inputs));
    }
}
