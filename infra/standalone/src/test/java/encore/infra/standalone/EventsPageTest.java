package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.Event;
import encore.kernel.MessageTypes;
import encore.kernel.StreamId;
import encore.kernel.privacy.PersonalData;
import encore.kernel.published.PublishedData;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.axonframework.serialization.Revision;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Keeps docs/events.md what the sealed interfaces say. {@code ./encore docs} writes it anew. */
class EventsPageTest {

    private static final Path PAGE = Path.of("../../docs/events.md");

    @Test
    void the_page_of_events_says_what_the_code_says() throws IOException {
        String page = page();
        if (Boolean.getBoolean("encore.docs.write")) {
            Files.writeString(PAGE, page);
        }
        assertThat(PAGE).content().isEqualTo(page);
    }

    private static String page() {
        return """
                # Events

                Generated from the sealed interfaces of the kernel (`./encore docs`); do not edit. Events are for ever: a
                component is never renamed, moved or reused. *Personal* components are encrypted under the subject's key
                and read as null once it is erased; a `?` marks what may be absent. Customers receive the fields in the last
                column, in the `events` stream and by webhooks.

                | feature | event | revision | components | published |
                |---|---|---|---|---|
                """
                + MessageTypes.of(Event.class).stream().map(EventsPageTest::row).collect(Collectors.joining());
    }

    private static String row(Class<? extends Event> event) {
        Revision revision = event.getAnnotation(Revision.class);
        assertThat(revision).as("@Revision of %s", event).isNotNull();
        return "| %s | %s | %s | %s | %s |\n"
                .formatted(
                        event.getPackageName().substring("encore.kernel.".length()),
                        event.getSimpleName(),
                        revision.value(),
                        Arrays.stream(event.getRecordComponents())
                                .map(EventsPageTest::component)
                                .collect(Collectors.joining(", ")),
                        PublishedData.fields(event).stream()
                                .map(field -> "`" + field.name() + "`")
                                .collect(Collectors.joining(", ")));
    }

    private static String component(RecordComponent component) {
        boolean absent = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
        boolean personal = component.isAnnotationPresent(PersonalData.class);
        String text =
                "`%s: %s%s`".formatted(component.getName(), simple(component.getGenericType()), absent ? "?" : "");
        if (personal) {
            text += " *personal*";
        }
        Class<?> type = component.getType();
        return type.isRecord() && type.getPackageName().startsWith("encore.kernel") && !isId(type)
                ? text + " {"
                        + Arrays.stream(type.getRecordComponents())
                                .map(EventsPageTest::component)
                                .collect(Collectors.joining(", "))
                        + "}"
                : text;
    }

    private static boolean isId(Class<?> type) {
        return StreamId.class.isAssignableFrom(type);
    }

    private static String simple(Type type) {
        return type.getTypeName().replaceAll("[\\w.]+[.$]", "");
    }
}
