package encore.infra.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import encore.infra.cli.EncoreCommand;
import encore.infra.standalone.RunningEncore.Arrangement;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of a history by the command, through the real calls of imports. */
@RunsOn(value = Arrangement.EMBEDDED, because = "it tries the command, which knows the API alone")
class ImportFilesJourneyTest extends Journey {

    @TempDir
    private Path directory;

    private final StringWriter err = new StringWriter();

    @Test
    void a_history_is_imported_once_and_its_wrong_rows_come_back() throws Exception {
        api.post("/api/v1/crm/points", "point_name", "applause").mustBe(200);
        Path fans = file("fans.csv", "E-Mail;Vorname\nada-files@x.example;Ada\nno-address;Bob\n");
        Path points = file("points.csv", """
                email,point_count,effective_at
                ada-files@x.example,20,2020-02-29
                ada-files@x.example,20,2020-02-29
                nobody-files@x.example,5,2020-02-29
                ada-files@x.example,two,2020-02-29
                """);
        assertThat(importFile("fans", fans)).as(err.toString()).isEqualTo(1);
        assertThat(importFile("points", points, "--set", "point_name=applause"))
                .as(err.toString())
                .isEqualTo(1);
        assertThat(err.toString()).contains("Line 3: email", "Line 4: email", "Line 5: point_count");
        assertThat(Files.readAllLines(directory.resolve("points.csv.refused.csv")))
                .hasSize(3);
        String fan = api.post("/api/v1/crm/fans", "email", "ada-files@x.example")
                .mustBe(200)
                .body()
                .get("fan_id")
                .asString();
        assertThat(api.get("/api/v1/manage/fans/" + fan + "/balances")
                        .body()
                        .valueStream()
                        .filter(row -> row.get("point_name").asString().equals("applause"))
                        .map(row -> row.get("balance").asLong()))
                .containsExactly(40L);
        long before = mark();
        importFile("fans", fans);
        importFile("points", points, "--set", "point_name=applause");
        nothingIsRecordedSince(before);
    }

    private Path file(String name, String content) throws IOException {
        return Files.writeString(directory.resolve(name), content);
    }

    private int importFile(String kind, Path file, String... options) {
        var arguments = new ArrayList<>(List.of("import", kind, file.toString()));
        arguments.addAll(List.of(options));
        return EncoreCommand.commandLine(
                        Map.of(
                                "ENCORE_URL", api.url(),
                                "ENCORE_KEY", api.headers().get("Api-Key"),
                                "ENCORE_SECRET", api.headers().get("Api-Secret")),
                        false)
                .setOut(new PrintWriter(new StringWriter()))
                .setErr(new PrintWriter(err))
                .execute(arguments.toArray(String[]::new));
    }
}
