package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each library that Encore is shipped with has its licence in THIRD-PARTY.md. */
class ThirdPartiesTest {

    private static final Path ROOT = Path.of("..", "..");
    private static final Pattern DEPENDENCY = Pattern.compile("(?s)<dependency>(.*?)</dependency>");
    private static final Pattern ARTIFACT = Pattern.compile("<artifactId>([^<]+)</artifactId>");

    @Test
    void each_dependency_of_a_module_is_named_with_its_licence() throws IOException {
        String page = Files.readString(ROOT.resolve("THIRD-PARTY.md"));
        assertThat(page).doesNotContain("|  |");
        Set<String> missing = new TreeSet<>();
        for (String module : new String[] {
            "shared-kernel",
            "command-side",
            "query-side",
            "api-gateway",
            "infra/backend",
            "infra/event-store",
            "infra/views",
            "infra/cli",
            "infra/standalone"
        }) {
            Matcher dependency =
                    DEPENDENCY.matcher(Files.readString(ROOT.resolve(module).resolve("pom.xml")));
            while (dependency.find()) {
                String text = dependency.group(1);
                Matcher artifact = ARTIFACT.matcher(text);
                if (isShipped(text) && artifact.find() && !page.contains("`" + artifact.group(1) + "`")) {
                    missing.add(artifact.group(1));
                }
            }
        }
        assertThat(missing).isEmpty();
    }

    @Test
    void the_names_of_countries_have_their_origins_and_licences() throws IOException {
        String name = "encore/api/contacts/countries.tsv";
        assertThat(ROOT.resolve("api-gateway/src/main/resources").resolve(name)).exists();
        assertThat(Files.readString(ROOT.resolve("THIRD-PARTY.md")))
                .contains(name, "CLDR", "Unicode-3.0", "iso-codes", "pycountry", "LGPL-2.1-or-later");
        assertThat(Files.readString(ROOT.resolve("NOTICE")))
                .contains(name, "UNICODE LICENSE V3", "Lesser General Public");
    }

    /** Starters of Spring Boot hold no classes, and modules of ours are ours. */
    private static boolean isShipped(String dependency) {
        return Stream.of("<scope>test<", "<scope>provided<", "<optional>true<", "${project.groupId}", "<groupId>encore")
                        .noneMatch(dependency::contains)
                && !dependency.contains("<artifactId>spring-boot-starter");
    }

    @Test
    void the_licence_and_the_notices_are_there() throws IOException {
        assertThat(Files.readString(ROOT.resolve("LICENSE"))).contains("Apache License", "Version 2.0, January 2004");
        assertThat(Files.readString(ROOT.resolve("NOTICE"))).contains("Copyright", "spring-boot");
    }
}
