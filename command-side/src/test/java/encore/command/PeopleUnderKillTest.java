package encore.command;

import static org.assertj.core.api.Assertions.assertThat;

import encore.kernel.people.PeopleCommand.ReadStanding;
import encore.kernel.people.PeopleEvent.PersonAdded;
import encore.kernel.people.PersonId;
import encore.kernel.people.Role;
import encore.kernel.people.links.LinkPlace;
import encore.kernel.people.links.MadeLink;
import encore.kernel.people.signin.PersonCommand.InvitePerson;
import encore.kernel.people.signin.PersonCommand.ReadPerson;
import encore.kernel.people.signin.PersonEvent.PersonRecorded;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Kills a process amid invitations, again and again. */
class PeopleUnderKillTest {

    private static final int KILLS = 3;
    private static final int PEOPLE = 150;

    @TempDir
    Path directory;

    @Test
    void after_kills_each_email_has_one_person_and_each_answered_invitation_is_there() throws Exception {
        Random random = new Random(54);
        Set<String> answered = new HashSet<>();
        for (int round = 0; round < KILLS; round++) {
            Process process = start();
            try (var output =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
                int enough = 5 + random.nextInt(20);
                for (int i = 0; i < enough; i++) {
                    answered.add(output.readLine());
                }
            } finally {
                process.destroyForcibly().waitFor();
            }
        }
        try (var side = new CommandSideOnDisk(directory)) {
            // The caller asks again with the same request, as a client does that got no answer.
            for (int number = 0; number < PEOPLE; number++) {
                MadeLink made = invite(side, number);
                PersonId person = new PersonId(CommandSideOnDisk.ACCOUNT, made.personUid());
                assertThat(side.send(new ReadPerson(person)).email()).isEqualTo(email(number));
                assertThat(side.send(new ReadStanding(person.people(), person.uid()))
                                .role())
                        .isEqualTo(Role.VIEWER);
                answered.remove(made.personUid() + " " + made.generation());
            }
            assertThat(answered).isEmpty();
            assertThat(side.events(PersonAdded.class)).hasSize(PEOPLE);
            List<String> emails = side.events(PersonRecorded.class).stream()
                    .map(recorded -> ((PersonRecorded) recorded.event()).email())
                    .toList();
            assertThat(emails).hasSize(PEOPLE).doesNotHaveDuplicates();
        }
    }

    private static String email(int number) {
        return "person" + number + "@example.com";
    }

    private static MadeLink invite(CommandSideOnDisk side, int number) {
        PersonId fresh =
                new PersonId(CommandSideOnDisk.ACCOUNT, UUID.randomUUID().toString());
        InvitePerson command =
                new InvitePerson(fresh, email(number), "Person", Role.VIEWER, new LinkPlace(null, "Test"));
        return (MadeLink) side.send("invitation-" + number, "f", command).answer();
    }

    private Process start() throws Exception {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        PeopleUnderKillTest.class.getName(),
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    /** Invites people until it is killed, and prints each answer. */
    public static void main(String... arguments) {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        // Nothing else is printed to the standard output.
        System.setOut(System.err);
        CommandSideOnDisk side = new CommandSideOnDisk(Path.of(arguments[0]));
        for (int number = 0; number < PEOPLE; number++) {
            MadeLink made = invite(side, number);
            out.println(made.personUid() + " " + made.generation());
        }
    }
}
