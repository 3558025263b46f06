package encore.api.privacy;

import static java.util.stream.Collectors.partitioningBy;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import encore.api.GatewayOnPort;
import encore.api.access.Access;
import encore.api.access.Lock;
import encore.api.binding.InputPlan;
import encore.api.binding.RequestParameters;
import encore.api.input.Params;
import encore.api.input.Prefixed;
import encore.api.live.LiveStream;
import encore.api.live.LiveStreams;
import encore.api.privacy.RecordWalk.Part;
import encore.api.problems.Problem;
import encore.api.routing.InvokingHandlerAdapter;
import encore.api.shows.rooms.RoomAction;
import encore.api.wire.AnswerWriter;
import encore.api.wire.FieldError;
import encore.api.wire.Wire;
import encore.kernel.people.Area;
import encore.kernel.time.WireTime;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.http.HttpStatus;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.reactive.result.method.annotation.RequestMappingHandlerMapping;
import tools.jackson.core.TreeNode;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Walks the answers and the inputs of all operations, and the frames of all streams. A component that looks like a contact, by
 * its name or because it holds anything, bears the mark or stands in {@code contacts/exceptions.tsv} with its reason.
 */
class ContactMarksTest {

    private static List<HandlerMethod> handlers;
    private static List<Part> answers;
    private static List<Part> inputs;
    private static List<Part> frames;
    private static List<Part> filters;
    private static List<Part> details;
    private static List<Part> actions;
    private static Map<String, String> exceptions;

    @BeforeAll
    static void walk() throws IOException {
        try (GatewayOnPort gateway = GatewayOnPort.whole()) {
            handlers = gateway
                    .bean("requestMappingHandlerMapping", RequestMappingHandlerMapping.class)
                    .getHandlerMethods()
                    .values()
                    .stream()
                    .filter(handler -> handler.getBeanType().getName().startsWith("encore."))
                    .toList();
            List<LiveStream<?, ?>> streams =
                    gateway.bean("liveStreams", LiveStreams.class).all();
            frames = RecordWalk.of(streams.stream()
                    .map(LiveStream::definition)
                    .flatMap(stream -> stream.frames().stream().map(LiveStream.Frame::data))
                    .toList());
            details = RecordWalk.of(streams.stream()
                    .flatMap(stream -> stream.definition().details().stream())
                    .toList());
            actions = RecordWalk.of(gateway.beans(RoomAction.class).stream()
                    .flatMap(action -> Stream.<Class<?>>of(action.data(), action.answer()))
                    .toList());
            filters = RecordWalk.of(
                    streams.stream().map(stream -> stream.definition().filter()).toList());
        }
        answers = RecordWalk.of(handlers.stream()
                .map(handler -> handler.getMethod().getGenericReturnType())
                .toList());
        inputs = RecordWalk.of(handlers.stream()
                .flatMap(handler -> Arrays.stream(handler.getMethodParameters()))
                .filter(parameter -> parameter.hasParameterAnnotation(Params.class))
                .map(parameter -> parameter.getParameterType())
                .toList());
        exceptions = reasons("/contacts/exceptions.tsv");
    }

    private static Map<String, String> reasons(String resource) throws IOException {
        try (var lines = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(ContactMarksTest.class.getResourceAsStream(resource)),
                StandardCharsets.UTF_8))) {
            return lines.lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split("\t"))
                    .collect(toMap(columns -> columns[0], columns -> columns[1]));
        }
    }

    private static Stream<Part> all() {
        return Stream.of(answers, inputs, frames, details, actions, filters).flatMap(List::stream);
    }

    @Test
    void every_component_that_looks_like_a_contact_is_marked_or_has_a_reason() {
        assertThat(answers).hasSizeGreaterThan(1_500);
        assertThat(inputs).hasSizeGreaterThan(500);
        assertThat(all().filter(Part::looksLikeContact)
                        .filter(Predicate.not(Part::isMarked))
                        .filter(part -> exceptionsOf(part).isEmpty())
                        .map(Part::place)
                        .distinct()
                        .sorted())
                .isEmpty();
    }

    /** Returns the exceptions for a component: by its name, by its record, or by both. */
    private static Set<String> exceptionsOf(Part part) {
        String record = part.place().substring(0, part.place().lastIndexOf('.'));
        Set<String> found = new LinkedHashSet<>(List.of(part.name(), record + ".*", part.place()));
        found.retainAll(exceptions.keySet());
        return found;
    }

    @Test
    void every_exception_has_a_reason_and_is_needed() {
        assertThat(exceptions.values()).allMatch(reason -> reason.endsWith("."));
        Set<String> needed = new LinkedHashSet<>();
        all().filter(Part::looksLikeContact)
                .filter(Predicate.not(Part::isMarked))
                .forEach(part -> needed.addAll(exceptionsOf(part)));
        assertThat(exceptions.keySet()).isSubsetOf(needed);
    }

    /** The second writer replaces one value by null or by an empty list. */
    @Test
    void a_mark_stands_at_a_component_that_can_be_replaced_alone() {
        assertThat(all().filter(Part::isMarked)
                        .filter(part -> part.component().getAccessor().isAnnotationPresent(JsonUnwrapped.class)
                                || part.component().getAccessor().isAnnotationPresent(WireTime.class))
                        .map(Part::place))
                .isEmpty();
        assertThat(answers.stream().filter(Part::isMarked)).hasSizeGreaterThan(60);
        assertThat(inputs.stream().filter(Part::isMarked)).hasSizeGreaterThan(80);
    }

    /** JSON at the root has no component that could bear a mark. */
    @Test
    void an_answer_that_is_open_as_a_whole_holds_no_contact() {
        assertThat(handlers.stream()
                        .filter(ContactMarksTest::passesWriter)
                        .filter(handler -> isOpen(handler.getMethod().getGenericReturnType()))
                        .map(ContactMarksTest::name))
                .containsExactlyInAnyOrder(
                        "AsyncApi.describeStreams", // the documentation
                        "CompletionsController.findCompletedQuests", // truths by the ids of campaigns
                        "CampaignsController.findCampaignProps", // what the account stores with a campaign
                        "PropsController.findProp"); // what the account stores under a name
    }

    private static boolean isOpen(Type answer) {
        if (answer instanceof ParameterizedType generic) {
            return isOpen(generic.getRawType())
                    || Arrays.stream(generic.getActualTypeArguments()).anyMatch(ContactMarksTest::isOpen);
        }
        return answer == Object.class
                || answer instanceof Class<?> plain
                        && (TreeNode.class.isAssignableFrom(plain) || Map.class.isAssignableFrom(plain));
    }

    /** Nothing refuses the filters of streams, so none may select by a contact. */
    @Test
    void no_filter_of_a_stream_is_a_contact() {
        assertThat(filters.stream().filter(Part::isMarked)).isEmpty();
    }

    /** Actions are not refused for a contact, and the query side has written details as JSON before they could be left out. */
    @Test
    void an_action_in_a_room_and_the_details_of_an_event_have_no_contact() {
        assertThat(actions).isNotEmpty();
        assertThat(details).isNotEmpty();
        assertThat(Stream.of(actions, details)
                        .flatMap(List::stream)
                        .filter(part -> part.isMarked() || part.looksLikeContact())
                        .filter(part -> exceptionsOf(part).isEmpty())
                        .map(Part::place))
                .isEmpty();
    }

    @Test
    void a_marked_component_of_an_answer_is_written_without_what_it_holds() {
        assertThat(answers.stream().filter(Part::isMarked)).allSatisfy(part -> {
            Object sample = SampleRecords.of(part.record().asSubclass(Record.class));
            JsonNode whole = Wire.answers(true).valueToTree(sample);
            JsonNode without = Wire.answers(false).valueToTree(sample);
            assertThat(without.propertyNames()).as(part.place()).isEqualTo(whole.propertyNames());
            JsonNode value = without.path(part.name());
            assertThat(whole.path(part.name()).isNull()).as(part.place()).isFalse();
            assertThat(value.isNull()
                            || value.isArray() && value.isEmpty()
                            || value.asString().equals("A. L."))
                    .as(part.place() + " " + value)
                    .isTrue();
        });
    }

    @Test
    void a_marked_parameter_is_refused_before_others_are_looked_at() {
        assertThat(inputs.stream().filter(Part::isMarked)).allSatisfy(part -> {
            Prefixed prefix = part.component().getAnnotation(Prefixed.class);
            String name = prefix == null ? part.name() : prefix.value() + "colour";
            RequestParameters given = RequestParameters.ofJson(
                    JsonMapper.shared().createObjectNode().put(name, "x"));
            assertThatThrownBy(() -> InputPlan.refuseContacts(List.of(InputPlan.of(part.record())), given, Map.of()))
                    .as(part.place())
                    .isInstanceOfSatisfying(Problem.class, refused -> {
                        assertThat(refused.status()).isEqualTo(HttpStatus.FORBIDDEN);
                        assertThat(refused.type()).isEqualTo("contacts-needed");
                        assertThat(refused.errors())
                                .extracting(FieldError::field)
                                .containsExactly(name);
                    });
        });
    }

    @Test
    void an_answer_that_does_not_pass_the_writer_needs_the_right_to_contacts_or_has_none() throws IOException {
        Map<String, String> without = reasons("/contacts/other-answers.tsv");
        Map<Boolean, List<HandlerMethod>> others = handlers.stream()
                .filter(Predicate.not(ContactMarksTest::passesWriter))
                .collect(partitioningBy(handler -> access(handler).contacts()));
        assertThat(others.get(true))
                .extracting(HandlerMethod::getMethod)
                .extracting(Method::getName)
                .containsExactlyInAnyOrder("exportFan", "exportOperations");
        assertThat(others.get(true)).allSatisfy(handler -> {
            assertThat(access(handler).area()).containsExactly(Area.EXPORT);
            assertThat(access(handler).lock()).isEqualTo(Lock.SECRET);
        });
        assertThat(others.get(false).stream().map(ContactMarksTest::name))
                .containsExactlyInAnyOrderElementsOf(without.keySet());
        assertThat(handlers.stream().filter(ContactMarksTest::passesWriter))
                .noneMatch(handler -> access(handler).contacts());
    }

    private static boolean passesWriter(HandlerMethod handler) {
        return InvokingHandlerAdapter.calls(handler) && AnswerWriter.writes(handler);
    }

    /** Spring would bind the parameters of other handlers, and refuse none. */
    @Test
    void every_handler_with_parameters_is_called_by_the_adapter_that_refuses_contacts() {
        assertThat(handlers.stream()
                        .filter(handler -> Arrays.stream(handler.getMethodParameters())
                                .anyMatch(parameter -> parameter.hasParameterAnnotation(Params.class))))
                .hasSizeGreaterThan(200)
                .allMatch(InvokingHandlerAdapter::calls);
    }

    private static Access access(HandlerMethod handler) {
        Access own = AnnotatedElementUtils.findMergedAnnotation(handler.getMethod(), Access.class);
        return own != null
                ? own
                : Objects.requireNonNull(
                        AnnotatedElementUtils.findMergedAnnotation(handler.getBeanType(), Access.class));
    }

    private static String name(HandlerMethod handler) {
        return handler.getBeanType().getSimpleName() + "." + handler.getMethod().getName();
    }
}
