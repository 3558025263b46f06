package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import encore.api.problems.Problem;
import encore.command.lists.KeyedList;
import encore.infra.standalone.RunningEncore.Arrangement;
import encore.kernel.Refusal;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;
import org.springframework.asm.Type;
import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import tools.jackson.databind.JsonNode;

/** Compares the pages of problems with the types that the code can answer. */
@RunsOn(value = Arrangement.EMBEDDED, because = "the pages are files of the gateway")
class ProblemPagesJourneyTest extends Journey {

    private static final Pattern LINK = Pattern.compile("href=\"/problems/([a-z0-9-]+)\"");
    private static final Pattern TYPE = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)*");

    /** A helper method of a class that makes refusals takes the type as an argument; there any text of this form is one. */
    private static final Pattern TYPE_OF_A_HELPER = Pattern.compile("[a-z][a-z0-9]*(-[a-z0-9]+)+");

    /** Types that are put together while the program runs, written as bytes, or made from a problem that has one. */
    private static final Set<String> COMPUTED = Set.of(
            "no-command-node",
            "no-query-node",
            "overloaded",
            "too-many-quests",
            "too-many-rewards",
            "too-many-trackers");

    /** Texts of such helpers' classes that are no types. */
    private static final Set<String> NO_TYPES = Set.of("no-store");

    @Test
    void each_type_has_a_page_that_says_what_it_means_and_what_to_do() throws IOException {
        Set<String> types = types();
        assertThat(types)
                .hasSizeGreaterThan(150)
                .contains("invalid-input", "address-banned", "still-filling", "room-exists", "too-many-questions");
        Set<String> without = new TreeSet<>();
        for (String type : types) {
            Api.Answer page = nobody().get("/problems/" + type);
            if (page.status() != 200
                    || !page.text().contains("What it means")
                    || !page.text().contains("What to do")) {
                without.add(type);
            }
        }
        assertThat(without).isEmpty();
    }

    @Test
    void no_page_is_of_a_type_that_is_not_there() throws IOException {
        Set<String> pages = new TreeSet<>();
        LINK.matcher(nobody().get("/problems").mustBe(200).text()).results().forEach(link -> pages.add(link.group(1)));
        assertThat(pages).isNotEmpty();
        pages.removeAll(types());
        assertThat(pages).isEmpty();
    }

    @Test
    void an_unknown_type_is_a_404_and_the_type_of_a_problem_leads_to_its_page() {
        JsonNode problem = nobody().get("/problems/nonsense").mustBe(404).body();
        assertThat(problem.path("type").asString()).isEqualTo("/problems/unknown");
        assertThat(nobody().get(problem.path("type").asString()).mustBe(200).header("Content-Type"))
                .startsWith("text/html");
    }

    @Test
    void one_answer_names_all_wrong_inputs() {
        JsonNode problem = api.post(
                        "/api/v1/ent/fan_points",
                        "point_count",
                        "many",
                        "page_tab_id",
                        "0",
                        "award_key",
                        "x".repeat(256))
                .mustBe(400)
                .body();
        assertThat(problem.path("errors")
                        .valueStream()
                        .map(error -> error.path("field").asString() + " "
                                + error.path("code").asString()))
                .containsExactlyInAnyOrder(
                        "point_uid required",
                        "fan_id required",
                        "point_count type",
                        "page_tab_id range",
                        "award_key length");
    }

    private Api nobody() {
        return new Api(encore().url(), Map.of());
    }

    private static Set<String> types() throws IOException {
        Set<String> types = new TreeSet<>(COMPUTED);
        for (Resource file : new PathMatchingResourcePatternResolver().getResources("classpath*:encore/**/*.class")) {
            String path = file.getURL().getPath();
            if (!path.contains("/test-classes/")) {
                new ClassReader(file.getContentAsByteArray())
                        .accept(new Problems(types), ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
            }
        }
        types.removeAll(NO_TYPES);
        return types;
    }

    /** Collects the types of the problems and refusals that a class makes. */
    private static final class Problems extends ClassVisitor {

        private static final String PROBLEM = Type.getInternalName(Problem.class);
        private static final String REFUSAL = Type.getInternalName(Refusal.class);
        private static final String KEYED_LIST = Type.getInternalName(KeyedList.class);

        private final Set<String> types;
        private final List<String> texts = new ArrayList<>();
        private boolean helped;

        Problems(Set<String> types) {
            super(Opcodes.ASM9);
            this.types = types;
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] errors) {
            List<String> since = new ArrayList<>();
            return new MethodVisitor(Opcodes.ASM9) {

                @Override
                public void visitTypeInsn(int opcode, String type) {
                    if (opcode == Opcodes.NEW && (type.equals(PROBLEM) || type.equals(REFUSAL))) {
                        since.clear();
                    }
                }

                @Override
                public void visitLdcInsn(Object value) {
                    if (value instanceof String text) {
                        since.add(text);
                        texts.add(text);
                    }
                }

                @Override
                public void visitMethodInsn(int opcode, String owner, String method, String signature, boolean itf) {
                    if (owner.equals(KEYED_LIST) && method.equals("of")) {
                        addTypesOfList(since.get(since.size() - 2));
                    }
                    boolean makes = owner.equals(REFUSAL) && method.equals("<init>")
                            || owner.equals(PROBLEM)
                                    && (method.equals("<init>") || signature.startsWith("(Ljava/lang/String;Ljava"))
                                    && !signature.startsWith("(Ljava/lang/String;Lencore");
                    if (makes) {
                        List<String> found = since.stream()
                                .filter(text -> TYPE.matcher(text).matches())
                                .toList();
                        if (found.isEmpty()) {
                            helped = true;
                        } else {
                            types.add(method.equals("<init>") ? found.getFirst() : found.getLast());
                        }
                        since.clear();
                    }
                }
            };
        }

        /** A list's refusals are made of the first argument of {@link KeyedList#of}; the second is a parameter. */
        private void addTypesOfList(String thing) {
            types.add(thing + "-exists");
            types.add("too-many-" + thing + "s");
        }

        @Override
        public void visitEnd() {
            if (helped) {
                texts.stream()
                        .filter(text -> TYPE_OF_A_HELPER.matcher(text).matches())
                        .forEach(types::add);
            }
        }
    }
}
