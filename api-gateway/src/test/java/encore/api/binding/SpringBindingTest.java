package encore.api.binding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import encore.api.input.Prefixed;
import encore.api.problems.Problem;
import encore.api.wire.ErrorCode;
import encore.api.wire.FieldError;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.core.ResolvableType;
import org.springframework.format.support.DefaultFormattingConversionService;
import org.springframework.http.MediaType;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.validation.BindingResult;
import org.springframework.web.bind.annotation.BindParam;
import org.springframework.web.bind.support.WebExchangeDataBinder;

/**
 * Binds what ADR 28 names with Spring's own binder and with ours, side by side. What fails here was learnt by Spring, and
 * is a reason less for a binding of our own.
 */
class SpringBindingTest {

    record Award(
            @BindParam("fan_id") @Nullable Long fanId,
            @BindParam("point_name") @Nullable String pointName,

            @BindParam("field_") @Prefixed("field_") Map<String, String> fields) {}

    private static final MediaType FORM = MediaType.APPLICATION_FORM_URLENCODED;

    @Test
    void a_form_binds_alike() {
        assertThat(((Award) springs("", FORM, "fan_id=42&point_name=applause").getTarget()).fanId())
                .isEqualTo(42);
        assertThat(ours("", FORM, "fan_id=42&point_name=applause").fanId()).isEqualTo(42);
    }

    @Test
    void of_two_values_that_disagree_one_is_dropped_or_both_become_one_that_nobody_sent() {
        BindingResult dropped = springs("point_name=applause", FORM, "point_name=cheers");
        assertThat(((Award) dropped.getTarget()).pointName()).isEqualTo("cheers");
        assertThat(refused("point_name=applause", "point_name=cheers").code()).isEqualTo(ErrorCode.GIVEN_TWICE);
        BindingResult joined = springs("", FORM, "point_name=applause&point_name=cheers");
        assertThat(((Award) joined.getTarget()).pointName()).isEqualTo("applause,cheers");
        assertThat(refused("", "point_name=applause&point_name=cheers").code()).isEqualTo(ErrorCode.GIVEN_TWICE);
    }

    @Test
    void json_is_not_seen() {
        String json = "{\"fan_id\":42}";
        assertThat(((Award) springs("", MediaType.APPLICATION_JSON, json).getTarget()).fanId())
                .isNull();
        assertThat(ours("", MediaType.APPLICATION_JSON, json).fanId()).isEqualTo(42);
    }

    @Test
    void a_family_of_names_is_not_gathered() {
        Award bound = (Award) springs("", FORM, "field_shoe=44").getTarget();
        assertThat(bound.fields()).isNullOrEmpty();
        assertThat(ours("", FORM, "field_shoe=44").fields()).containsExactly(Map.entry("shoe", "44"));
    }

    @Test
    void a_client_sees_that_java_runs() {
        var error = springs("", FORM, "fan_id=many").getFieldError();
        assertThat(error.getDefaultMessage()).contains("java.lang.String", "java.lang.Long");
        FieldError own = refused("", "fan_id=many");
        assertThat(own.field()).isEqualTo("fan_id");
        assertThat(own.message()).doesNotContain("java");
    }

    private static BindingResult springs(String query, MediaType type, String body) {
        var binder = new WebExchangeDataBinder(null);
        binder.setTargetType(ResolvableType.forClass(Award.class));
        binder.setConversionService(new DefaultFormattingConversionService());
        binder.setNameResolver(parameter -> {
            BindParam name = parameter.getParameterAnnotation(BindParam.class);
            return name == null ? null : name.value();
        });
        var exchange = exchange(query, type, body);
        binder.construct(exchange).block();
        if (!binder.getBindingResult().hasErrors()) {
            binder.bind(exchange).block();
        }
        return binder.getBindingResult();
    }

    private static Award ours(String query, MediaType type, String body) {
        return InputPlan.of(Award.class)
                .bind(RequestParameters.of(exchange(query, type, body)).block(), Map.of());
    }

    private static FieldError refused(String query, String form) {
        Problem problem = catchThrowableOfType(Problem.class, () -> ours(query, FORM, form));
        List<FieldError> errors = problem.errors();
        assertThat(errors).hasSize(1);
        return errors.getFirst();
    }

    private static MockServerWebExchange exchange(String query, MediaType type, String body) {
        return MockServerWebExchange.from(MockServerHttpRequest.post("/awards?" + query)
                .contentType(type)
                .contentLength(body.length())
                .body(body));
    }
}
