package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import encore.command.automations.Automation;
import encore.command.automations.Reactions;
import encore.infra.eventstore.codec.EventMetadata;
import encore.infra.eventstore.process.AutomationDeadLetter;
import encore.infra.eventstore.process.AutomationProgress;
import encore.infra.eventstore.process.AutomationTimer;
import encore.infra.eventstore.process.LongWork;
import encore.infra.eventstore.process.OutboxCommand;
import encore.infra.eventstore.process.RefusedCommand;
import encore.kernel.Command;
import encore.kernel.MessageTypes;
import encore.kernel.audit.SignedHead;
import encore.kernel.names.StoredNames;
import encore.kernel.names.TypeStructure;
import encore.kernel.operations.OperationsQuery;
import encore.kernel.search.FanCriteria;
import encore.kernel.settings.AccountSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.axonframework.spring.stereotype.Aggregate;
import org.junit.jupiter.api.Test;
import org.springframework.beans.BeanUtils;
import org.springframework.context.annotation.ClassPathScanningCandidateComponentProvider;
import org.springframework.core.type.filter.AnnotationTypeFilter;
import org.springframework.core.type.filter.AssignableTypeFilter;
import org.springframework.core.type.filter.TypeFilter;
import org.springframework.util.ClassUtils;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.json.JsonMapper;

/**
 * Locks the names of types that are stored: {@code docs/stored-names.txt} lists them. {@code ./encore docs} adds the line of
 * a new name and changes none: a type that is renamed needs its old name in {@code @StoredName}.
 */
class StoredNamesTest {

    private static final Path LOCK = Path.of("../../docs/stored-names.txt");

    private static final String HEAD = """
            # The names of types that are stored, with the structure of what is stored under them where an earlier build's JSON is
            # read again. A type that is renamed keeps its name here (@StoredName). `./encore docs` adds the line of a new type. A
            # line never disappears; a structure that changes is changed here by hand, once it is clear that what was stored before
            # can still be read. The names of events stand in event-catalogue.txt.
            #
            # aggregate: the type of a snapshot
            # answer: what a command answered, by the command's name, for a repeat of the same request
            # automation: in request ids, in the mark beside the log, in the name of its store, and as an actor
            # automation-command: what an automation sends, in its outbox
            # automation-document: in an automation's store, by the automation and the document
            # command: in the metadata of each event, and in the journal of operations
            # json: other JSON of ours, by the place where it is stored
            # order: what an operator orders of the query side, in the journal of operations

            """;

    /** JSON whose place is named by a literal or a column, not by its type. */
    private static final Map<String, Class<?>> JSON = Map.of(
            "automation-store/progress", AutomationProgress.class,
            "automation-store/letter", AutomationDeadLetter.class,
            "automation-store/work", LongWork.class,
            "automation-store/outgoing", OutboxCommand.class,
            "automation-store/timer", AutomationTimer.class,
            "automation-store/refused", RefusedCommand.class,
            "event/metadata", EventMetadata.class,
            "search_filter_added/criteria", FanCriteria.class,
            "signed-heads", SignedHead.class);

    /** Answers of commands that are gone. A name that was once stored never means another command. */
    private static final Map<String, Class<?>> GONE = Map.of("TellAccountSettings", AccountSettings.class);

    @Test
    void no_stored_name_was_lost_and_no_structure_changed() throws IOException {
        Map<String, String> now = names();
        assertThat(now).as("Give a renamed type its old name in @StoredName").containsAllEntriesOf(locked());
        String lock = HEAD
                + now.entrySet().stream()
                        .map(entry -> (entry.getKey() + " " + entry.getValue()).strip() + "\n")
                        .collect(Collectors.joining());
        if (Boolean.getBoolean("encore.docs.write")) {
            Files.writeString(LOCK, lock);
        }
        assertThat(LOCK).content().isEqualTo(lock);
    }

    private static Map<String, String> locked() throws IOException {
        if (Files.notExists(LOCK)) {
            return Map.of();
        }
        return Files.readAllLines(LOCK).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .map(line -> line.split(" ", 3))
                .collect(Collectors.toMap(part -> part[0] + " " + part[1], part -> part.length < 3 ? "" : part[2]));
    }

    private static SortedMap<String, String> names() {
        SortedMap<String, String> names = new TreeMap<>();
        MessageTypes.of(Command.class).forEach(command -> {
            add(names, "command " + StoredNames.of(command), "");
            add(names, "answer " + StoredNames.of(command), answer(command));
        });
        GONE.forEach((command, answer) -> {
            add(names, "command " + command, "");
            add(names, "answer " + command, TypeStructure.of(answer));
        });
        MessageTypes.of(OperationsQuery.class).stream()
                .filter(query -> !query.getSimpleName().startsWith("Find"))
                .forEach(order -> add(names, "order " + StoredNames.of(order), ""));
        JSON.forEach((place, type) -> add(names, "json " + place, TypeStructure.of(type)));
        found(new AnnotationTypeFilter(Aggregate.class))
                .forEach(aggregate -> add(names, "aggregate " + StoredNames.of(aggregate), ""));
        found(new AssignableTypeFilter(Automation.class)).forEach(type -> {
            Automation automation = (Automation) BeanUtils.instantiateClass(type);
            Reactions reactions = automation.reactions();
            add(names, "automation " + automation.name(), "");
            reactions
                    .commands()
                    .forEach((name, command) -> add(
                            names, "automation-command " + automation.name() + "/" + name, TypeStructure.of(command)));
            reactions
                    .documents()
                    .forEach((name, document) -> add(
                            names,
                            "automation-document " + automation.name() + "/" + name,
                            TypeStructure.of(document)));
        });
        assertThat(names.keySet().stream().map(name -> name.split(" ")[0]).distinct())
                .containsExactly(
                        "aggregate",
                        "answer",
                        "automation",
                        "automation-command",
                        "automation-document",
                        "command",
                        "json",
                        "order");
        return names;
    }

    private static void add(Map<String, String> names, String name, String structure) {
        assertThat(names.put(name, structure)).as("%s is one type", name).isNull();
    }

    /** Returns the structure of a command's answer, found as when an answer is read. */
    private static String answer(Class<?> command) {
        return describe(JsonMapper.shared()
                .constructType(command)
                .findSuperType(Command.class)
                .containedType(0));
    }

    private static String describe(JavaType type) {
        String arguments = IntStream.range(0, type.containedTypeCount())
                .mapToObj(i -> describe(type.containedType(i)))
                .collect(Collectors.joining(","));
        return TypeStructure.of(type.getRawClass()) + (arguments.isEmpty() ? "" : "<" + arguments + ">");
    }

    private static Stream<Class<?>> found(TypeFilter filter) {
        var scanner = new ClassPathScanningCandidateComponentProvider(false);
        scanner.addIncludeFilter(filter);
        List<Class<?>> found = scanner.findCandidateComponents("encore.command").stream()
                .<Class<?>>map(one -> ClassUtils.resolveClassName(
                        String.valueOf(one.getBeanClassName()), StoredNamesTest.class.getClassLoader()))
                .toList();
        return found.stream();
    }
}
