package encore.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import encore.infra.backend.CommandResult;
import encore.infra.eventstore.Once;
import encore.infra.eventstore.axon.CommandContext;
import encore.infra.eventstore.axon.UnheldClaims;
import encore.infra.eventstore.log.commit.AppendFailure;
import encore.kernel.Refusal;
import encore.kernel.activities.ActivityCommand;
import encore.kernel.activities.ActivityCommand.RecordActivity;
import encore.kernel.activities.ActivityCommand.RecordActivityByContacts;
import encore.kernel.activities.ActivityCommand.RecordEntry;
import encore.kernel.activities.ActivityDetails;
import encore.kernel.activities.ActivityEvent.ActivityRecorded;
import encore.kernel.activities.ActivityEventActivityRecordedBuilder;
import encore.kernel.activities.ActivityId;
import encore.kernel.activities.RecordedActivity;
import encore.kernel.campaigns.AppType;
import encore.kernel.campaigns.CampaignCommand.CreateCampaign;
import encore.kernel.campaigns.CampaignDetailsBuilder;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.campaigns.CampaignName;
import encore.kernel.fans.FanEvent.FanRegistered;
import encore.kernel.fans.FanId;
import encore.kernel.fans.profile.Consent;
import encore.kernel.fans.profile.Profile;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An id that is a position is answered as if it had been known all along, on either log. */
class PositionedAnswersTest {

    @Nested
    class OnSqlite extends Contract {

        @RegisterExtension
        static final SharedCommandSide SHARED = new SharedCommandSide();

        @Override
        SharedCommandSide shared() {
            return SHARED;
        }
    }

    @Nested
    class OnMongo extends Contract {

        @RegisterExtension
        static final SharedCommandSide SHARED = SharedCommandSide.ofTwoNodes();

        @Override
        SharedCommandSide shared() {
            return SHARED;
        }
    }

    /** Where there are two nodes, a repeat goes to the other one. */
    abstract static class Contract {

        private List<CommandSideOnDisk> nodes;
        private CommandSideOnDisk side;
        private CommandSideOnDisk other;
        private FanId fan;

        abstract SharedCommandSide shared();

        @BeforeEach
        void start() {
            nodes = shared().nodes();
            side = nodes.getFirst();
            other = nodes.getLast();
            fan = side.registerFan(42, "ada@example.com");
        }

        @Test
        void an_activity_is_known_by_the_position_of_its_event() {
            CommandResult done = side.send(null, null, of("a1"));
            assertThat(done.answer()).isEqualTo(new RecordedActivity(42, side.log.head()));
            assertThat(done.position()).isEqualTo(side.log.head());
            assertThat(side.events().getLast().event())
                    .isEqualTo(ActivityEventActivityRecordedBuilder.builder()
                            .activity(new ActivityId(side.account(), "a1"))
                            .fan(fan)
                            .properties(List.of())
                            .details(ActivityDetails.NONE)
                            .title("Doors")
                            .build());
        }

        @Test
        void a_repeat_answers_alike_on_another_node_and_after_a_restart_and_what_is_kept_holds_no_position() {
            CommandResult first = side.send(side.account() + ":k/0", "f", of("a1"));
            String request = side.events().getLast().origin().requestId();
            side.send(null, null, of("a2"));
            assertThat(other.send(side.account() + ":k/0", "f", of("a3"))).isEqualTo(first.asRepeat());
            byte[] kept =
                    side.log.rememberedAnswer(HexFormat.of().parseHex(request)).answer();
            assertThat(new String(kept, StandardCharsets.UTF_8))
                    .isIn("{\"fanId\":42}", "{\"fanId\":42,\"activityId\":null}");
            side.reopen();
            assertThat(side.send(side.account() + ":k/0", "f", of("a4"))).isEqualTo(first.asRepeat());
            assertThat(recorded()).isEqualTo(2);
        }

        @Test
        void so_it_is_when_a_fan_is_found_or_registered_first() {
            for (String name : List.of("ada", "bob")) {
                String email = name + "@example.com";
                CommandResult first = side.send(side.account() + ":" + email + "/0", "f", by("a1" + name, email));
                long position = side.log.head();
                RecordedActivity answer = (RecordedActivity) first.answer();
                assertThat(answer.activityId()).isEqualTo(position);
                assertThat(other.send(side.account() + ":" + email + "/0", "f", by("a2" + name, email)))
                        .isEqualTo(first.asRepeat());
                side.reopen();
                assertThat(side.send(side.account() + ":" + email + "/0", "f", by("a3" + name, email)))
                        .isEqualTo(first.asRepeat());
            }
            assertThat(recorded()).isEqualTo(2);
        }

        @Test
        void a_lost_race_is_taken_again_and_answered_with_where_it_ended_up() {
            side.log.failures.add(new AppendFailure.ClaimTaken());
            side.log.failures.add(new AppendFailure.SequenceTaken("s", 0));
            CommandResult done = side.send(side.account() + ":k/0", "f", of("a1"));
            assertThat(done.answer()).isEqualTo(new RecordedActivity(42, side.log.head()));
            var known = side.log.rememberedAnswer(
                    HexFormat.of().parseHex(side.events().getLast().origin().requestId()));
            side.send(null, null, of("a2"));
            side.log.failures.add(new AppendFailure.RequestAnswered(known));
            assertThat(side.send(side.account() + ":other/0", "f", of("a3"))).isEqualTo(done.asRepeat());
        }

        @Test
        void one_new_email_of_64_makes_one_fan_and_64_activities_of_which_one_is_its_first_entry() throws Exception {
            CampaignId quiz = new CampaignId(side.account(), 900);
            var details = CampaignDetailsBuilder.builder().name("Quiz").build();
            side.send(new CreateCampaign(quiz, AppType.TRIVIA, null, details));
            List<Callable<Object>> calls = new ArrayList<>();
            for (int i = 0; i < 64; i++) {
                CommandSideOnDisk node = nodes.get(i % nodes.size());
                var command = new RecordActivityByContacts(
                        new ActivityId(side.account(), "a" + i),
                        new FanId(side.account(), 1_000 + i),
                        Profile.reachableBy("new@example.com", null),
                        Consent.EMPTY,
                        CampaignName.claimed(" Quiz "),
                        null);
                calls.add(() -> node.send(command));
            }
            List<RecordedActivity> answers = new ArrayList<>();
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (Future<Object> call : threads.invokeAll(calls)) {
                    answers.add((RecordedActivity) call.get());
                }
            }
            long last = answers.stream()
                    .mapToLong(RecordedActivity::activityId)
                    .max()
                    .orElseThrow();
            side.log.awaitPosition(last, Duration.ofSeconds(60));
            assertThat(new HashSet<>(
                            answers.stream().map(RecordedActivity::fanId).toList()))
                    .hasSize(1);
            assertThat(answers.stream()
                            .map(RecordedActivity::activityId)
                            .sorted()
                            .toList())
                    .isEqualTo(events(ActivityRecorded.class)
                            .map(recordedEvent -> recordedEvent.position())
                            .toList());
            assertThat(events(FanRegistered.class)).hasSize(2);
            assertThat(events(ActivityRecorded.class))
                    .allSatisfy(recordedEvent -> assertThat(((ActivityRecorded) recordedEvent.event()).appType())
                            .isEqualTo(AppType.TRIVIA));
        }

        @Test
        void of_64_unique_entries_one_is_recorded_and_the_others_name_why_not() throws Exception {
            CampaignId quiz = new CampaignId(side.account(), 900);
            var details = CampaignDetailsBuilder.builder().name("Quiz").build();
            side.send(new CreateCampaign(quiz, AppType.TRIVIA, null, details));
            List<Callable<String>> calls = new ArrayList<>();
            for (int i = 0; i < 64; i++) {
                CommandSideOnDisk node = nodes.get(i % nodes.size());
                var command = new RecordEntry(
                        new ActivityId(side.account(), "a" + i), quiz, fan, true, ActivityDetails.NONE, null);
                calls.add(() -> {
                    try {
                        node.send(command);
                        return "recorded";
                    } catch (Refusal refusal) {
                        return String.valueOf(refusal.field());
                    }
                });
            }
            List<String> answers = new ArrayList<>();
            try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
                for (Future<String> call : threads.invokeAll(calls)) {
                    answers.add(call.get());
                }
            }
            assertThat(answers).containsOnlyOnce("recorded").containsOnly("recorded", "is_unique_activity");
        }

        private long recorded() {
            return events(ActivityRecorded.class).count();
        }

        private Stream<encore.infra.eventstore.RecordedEvent> events(Class<?> type) {
            return side.events().stream().filter(recordedEvent -> type.isInstance(recordedEvent.event()));
        }

        private ActivityCommand of(String uid) {
            return new RecordActivity(new ActivityId(side.account(), uid), fan, "Doors", ActivityDetails.NONE, null);
        }

        private ActivityCommand by(String uid, String email) {
            return new RecordActivityByContacts(
                    new ActivityId(side.account(), uid),
                    new FanId(side.account(), 50),
                    Profile.reachableBy(email, null),
                    Consent.EMPTY,
                    "Doors",
                    null);
        }
    }

    @Test
    void a_key_cannot_answer_with_a_position_that_is_not_known_when_it_is_kept() {
        var command = new RecordActivity(new ActivityId(7, "a1"), new FanId(7, 1), "Doors", ActivityDetails.NONE, null);
        var context = new CommandContext(
                command, null, null, new CommandContext.LogAccess(null, null, null, null), new UnheldClaims());
        var key = new Once.Key("activity", "activity_key", "k");
        assertThatThrownBy(() -> context.perKey(key, "f", RecordedActivity.class, () -> {
                    throw new AssertionError("Nothing is decided");
                }))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("RecordedActivity");
    }
}
