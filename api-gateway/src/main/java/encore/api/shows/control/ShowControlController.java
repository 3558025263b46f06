package encore.api.shows.control;

import static encore.api.access.Lock.SECRET;

import encore.api.access.Access;
import encore.api.input.ClearedComponents;
import encore.api.input.Description;
import encore.api.input.Params;
import encore.api.problems.Ids;
import encore.api.server.GatewaySettings;
import encore.infra.backend.Backend;
import encore.infra.backend.Caller;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.people.Area;
import encore.kernel.shows.ChatSettings;
import encore.kernel.shows.Show;
import encore.kernel.shows.ShowCommand.AddShowModerator;
import encore.kernel.shows.ShowCommand.ChangeChatSettings;
import encore.kernel.shows.ShowCommand.ChangeShowState;
import encore.kernel.shows.ShowCommand.PinOverlay;
import encore.kernel.shows.ShowCommand.PushOverlay;
import encore.kernel.shows.ShowCommand.RemoveShowModerator;
import encore.kernel.shows.ShowCommand.ShowQuizResults;
import encore.kernel.shows.ShowCommand.SwitchFeed;
import encore.kernel.shows.ShowCommand.TakeDownOverlay;
import encore.kernel.shows.ShowCommand.UnpinOverlay;
import encore.kernel.shows.ShowId;
import encore.kernel.shows.ShowQuery.FindShow;
import encore.kernel.shows.ShowQuery.FindShowQuestion;
import encore.kernel.shows.ShowQuery.FindShowQuestions;
import encore.kernel.shows.ShowQuestion;
import encore.kernel.shows.ShowState;
import encore.kernel.time.AsOf;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

/** Runs a live show: its state, its feed and overlays, the results of its quiz, and the rules of its chat. */
@RestController
@Access(scope = "manage", area = Area.LIVE, lock = SECRET)
@RequestMapping("/api/v1/manage/live/{page_tab_id}")
class ShowControlController {

    private static final String OVERLAY = "/overlays/{app_overlay_uid}";
    private static final String QUESTIONS = "/quiz_questions";
    private static final String QUESTION = QUESTIONS + "/{quiz_question_uid}";
    private static final String SETTINGS = "/chat_settings";
    private static final String MODERATORS = "/moderators";

    record Find(
            long pageTabId,

            @Description(Description.AS_OF) @Nullable AsOf asOf) {}

    record OfShow(long pageTabId) {

        ShowId show(Caller caller) {
            return new ShowId(new CampaignId(caller.account(), pageTabId));
        }
    }

    record ChangeState(long pageTabId, @NotNull ShowState state) {}

    record Switch(
            long pageTabId,

            @Description("A feed of the show. Absent or empty: no feed is live.") @Nullable @Size(max = 64)
            String videoEndpointUid) {}

    record OfOverlay(long pageTabId, @Size(max = 64) String appOverlayUid) {}

    record OfQuestion(long pageTabId, @Size(max = 64) String quizQuestionUid) {}

    /** The rules of the chat. Absent ones stay, and empty ones have their defaults again. */
    record ChangeSettings(
            @Description("Whether fans may write. By default they may.") @Nullable
            Boolean isEnabled,

            @Description("Seconds between two messages of a fan. By default 0. It does not hold for moderators.")
            @Nullable
            @Min(0)
            @Max(120)
            Integer slowModeSeconds,

            @Description("The most characters of a message. By default 500.") @Nullable @Min(1) @Max(2_000)
            Integer maxLength,

            @Description("The most messages a second in a room. By default 50.") @Nullable @Min(1) @Max(10_000)
            Integer messagesPerSecond,

            @Description("Words that no message may contain, compared whole and without case. They replace the earlier"
                    + " ones.")
            @Nullable
            @Size(max = 1_000)
            List<@NotBlank @Size(max = 64) String> blockedWords,

            ClearedComponents cleared) {

        ChatSettings asSettings() {
            return new ChatSettings(isEnabled, slowModeSeconds, maxLength, messagesPerSecond, blockedWords);
        }
    }

    record AddModerator(
            long pageTabId, @Min(1) @Max(Ids.HIGHEST) long fanId) {}

    record OfModerator(long pageTabId, long fanId) {}

    private final Backend backend;
    private final GatewaySettings settings;

    ShowControlController(Backend backend, GatewaySettings settings) {
        this.backend = backend;
        this.settings = settings;
    }

    private static ShowId show(Caller caller, long pageTabId) {
        return new ShowId(new CampaignId(caller.account(), pageTabId));
    }

    @Description("Tells how a live show stands, or stood at a moment")
    @GetMapping
    Mono<Show> findShow(Caller caller, @Params Find in) {
        return backend.ask(caller, new FindShow(caller.account(), in.pageTabId(), in.asOf()));
    }

    @Description(
            "Changes the state of a show. off and pending lead to each other, pending to active, active to finished;"
                    + " finished leads to off, with which the show begins anew")
    @PostMapping("/state")
    Mono<Show> changeShowState(Caller caller, @Params ChangeState in) {
        return backend.save(caller, new ChangeShowState(show(caller, in.pageTabId()), in.state()));
    }

    @Description("Makes a feed live")
    @PostMapping("/feed")
    Mono<Show> switchFeed(Caller caller, @Params Switch in) {
        String uid = in.videoEndpointUid() == null || in.videoEndpointUid().isEmpty() ? null : in.videoEndpointUid();
        return backend.save(caller, new SwitchFeed(show(caller, in.pageTabId()), uid));
    }

    @Description("Makes an overlay live in place of the one before. It locks a quiz question and opens its window")
    @PostMapping(OVERLAY + "/push")
    Mono<Show> pushOverlay(Caller caller, @Params OfOverlay in) {
        return backend.save(
                caller, new PushOverlay(show(caller, in.pageTabId()), in.appOverlayUid(), settings.publicUrl()));
    }

    @Description("Takes an overlay down. One that is not live is left alone")
    @PostMapping(OVERLAY + "/take_down")
    Mono<Show> takeOverlayDown(Caller caller, @Params OfOverlay in) {
        return backend.save(caller, new TakeDownOverlay(show(caller, in.pageTabId()), in.appOverlayUid()));
    }

    @Description("Pins a static overlay")
    @PostMapping(OVERLAY + "/pin")
    Mono<Show> pinOverlay(Caller caller, @Params OfOverlay in) {
        return backend.save(
                caller, new PinOverlay(show(caller, in.pageTabId()), in.appOverlayUid(), settings.publicUrl()));
    }

    @Description("Unpins an overlay")
    @PostMapping(OVERLAY + "/unpin")
    Mono<Show> unpinOverlay(Caller caller, @Params OfOverlay in) {
        return backend.save(caller, new UnpinOverlay(show(caller, in.pageTabId()), in.appOverlayUid()));
    }

    @Description("Lists the quiz questions of a show with their right answers and how many fans chose each option")
    @GetMapping(QUESTIONS)
    Mono<List<ShowQuestion>> findShowQuestions(Caller caller, @Params OfShow in) {
        return backend.ask(caller, new FindShowQuestions(caller.account(), in.pageTabId()));
    }

    @Description("Finds a quiz question of a show with its right answers and how many fans chose each option")
    @GetMapping(QUESTION)
    Mono<ShowQuestion> findShowQuestion(Caller caller, @Params OfQuestion in) {
        return backend.ask(caller, new FindShowQuestion(caller.account(), in.pageTabId(), in.quizQuestionUid()));
    }

    @Description("Shows the results of a quiz question that was pushed. They are final, and close its window")
    @PostMapping(QUESTION + "/results")
    Mono<Show> showQuizResults(Caller caller, @Params OfQuestion in) {
        return backend.save(caller, new ShowQuizResults(show(caller, in.pageTabId()), in.quizQuestionUid()));
    }

    @Description("Finds the rules of a show's chat")
    @GetMapping(SETTINGS)
    Mono<ChatSettings> findChatSettings(Caller caller, @Params OfShow in) {
        return backend.ask(caller, new FindShow(caller.account(), in.pageTabId(), null))
                .map(Show::chatSettings);
    }

    @Description("Changes the rules of a show's chat")
    @PostMapping(SETTINGS)
    Mono<ChatSettings> changeChatSettings(Caller caller, @Params OfShow in, @Params ChangeSettings change) {
        return backend.save(
                        caller,
                        new ChangeChatSettings(in.show(caller), change.cleared().toPatch(change.asSettings())))
                .map(Show::chatSettings);
    }

    @Description("Lists the fans who moderate a show, beside the account's moderators")
    @GetMapping(MODERATORS)
    Mono<List<Show.Moderator>> findShowModerators(Caller caller, @Params OfShow in) {
        return backend.ask(caller, new FindShow(caller.account(), in.pageTabId(), null))
                .map(Show::moderators);
    }

    @Description("Makes a fan a moderator of a show, and lists them")
    @PostMapping(MODERATORS)
    Mono<List<Show.Moderator>> addShowModerator(Caller caller, @Params AddModerator in) {
        return backend.save(caller, new AddShowModerator(show(caller, in.pageTabId()), in.fanId()))
                .map(Show::moderators);
    }

    @Description("Ends a moderator of a show")
    @DeleteMapping(MODERATORS + "/{fan_id}")
    Mono<Boolean> removeShowModerator(Caller caller, @Params OfModerator in) {
        return backend.send(caller, new RemoveShowModerator(show(caller, in.pageTabId()), in.fanId()))
                .thenReturn(true);
    }
}
