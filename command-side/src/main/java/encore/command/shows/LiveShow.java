package encore.command.shows;

import static encore.kernel.Refusal.Kind.RULE;
import static org.axonframework.modelling.command.AggregateCreationPolicy.CREATE_IF_MISSING;
import static org.axonframework.modelling.command.AggregateLifecycle.apply;

import encore.infra.eventstore.Streams;
import encore.kernel.Patch;
import encore.kernel.Refusal;
import encore.kernel.fans.FanId;
import encore.kernel.shows.ChatSettings;
import encore.kernel.shows.SavedShow;
import encore.kernel.shows.ShowCommand.AddShowModerator;
import encore.kernel.shows.ShowCommand.ChangeChatSettings;
import encore.kernel.shows.ShowCommand.ChangeShowState;
import encore.kernel.shows.ShowCommand.PinShownOverlay;
import encore.kernel.shows.ShowCommand.PushShownOverlay;
import encore.kernel.shows.ShowCommand.ReadPushPlaces;
import encore.kernel.shows.ShowCommand.ReadShow;
import encore.kernel.shows.ShowCommand.RecordQuizResults;
import encore.kernel.shows.ShowCommand.RemoveShowModerator;
import encore.kernel.shows.ShowCommand.SwitchLiveFeed;
import encore.kernel.shows.ShowCommand.TakeDownOverlay;
import encore.kernel.shows.ShowCommand.UnpinOverlay;
import encore.kernel.shows.ShowEvent.ChatSettingsChanged;
import encore.kernel.shows.ShowEvent.LiveFeedSwitched;
import encore.kernel.shows.ShowEvent.OverlayPinned;
import encore.kernel.shows.ShowEvent.OverlayPushed;
import encore.kernel.shows.ShowEvent.OverlayTakenDown;
import encore.kernel.shows.ShowEvent.OverlayUnpinned;
import encore.kernel.shows.ShowEvent.QuizResultsShown;
import encore.kernel.shows.ShowEvent.ShowModeratorAdded;
import encore.kernel.shows.ShowEvent.ShowModeratorRemoved;
import encore.kernel.shows.ShowEvent.ShowStateChanged;
import encore.kernel.shows.ShowId;
import encore.kernel.shows.ShowState;
import encore.kernel.shows.ShowTerms;
import encore.kernel.shows.ShownOverlay;
import encore.kernel.shows.feeds.Feed;
import encore.kernel.shows.overlays.OverlayType;
import encore.kernel.shows.windows.PushPlaces;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.axonframework.commandhandling.CommandHandler;
import org.axonframework.eventhandling.SequenceNumber;
import org.axonframework.eventsourcing.EventSourcingHandler;
import org.axonframework.modelling.command.AggregateIdentifier;
import org.axonframework.modelling.command.CreationPolicy;
import org.axonframework.spring.stereotype.Aggregate;
import org.jspecify.annotations.Nullable;

/** The live show of a campaign: its state, its live feed and overlay, its pins, and the rules of its chat. */
@Aggregate
class LiveShow {

    private static final int MAX_PINS = 20;
    private static final int MAX_MODERATORS = 200;

    @AggregateIdentifier
    private @Nullable ShowId id;

    private ShowState state = ShowState.OFF;
    private @Nullable Feed feed;
    private @Nullable String liveOverlayUid;

    /** By the uid of the overlay. */
    private SortedMap<String, ShownOverlay> pins = new TreeMap<>();

    private ChatSettings chat = ChatSettings.DEFAULT;
    private SortedSet<Long> moderators = new TreeSet<>();
    private PushWindows windows = new PushWindows();

    LiveShow() {}

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    SavedShow decide(ChangeShowState command, Streams streams) {
        ShowCampaigns.mustHaveShow(command.show(), streams);
        if (command.state() != state) {
            if (!state.leadsTo(command.state())) {
                throw new Refusal(
                        RULE,
                        "state-not-reachable",
                        "state",
                        "The state " + state.word() + " does not lead to "
                                + command.state().word() + ".");
            }
            apply(new ShowStateChanged(command.show(), command.state()));
        }
        return saved(command.show());
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    SavedShow decide(SwitchLiveFeed command, Streams streams) {
        ShowCampaigns.mustHaveShow(command.show(), streams);
        itIsOpen();
        if (!Objects.equals(command.feed(), feed)) {
            apply(new LiveFeedSwitched(command.show(), command.feed()));
        }
        return saved(command.show());
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    SavedShow decide(PushShownOverlay command, Streams streams) {
        ShowCampaigns.mustHaveShow(command.show(), streams);
        itIsOpen();
        boolean isAnswerShown =
                windows.areResultsShown(command.shown().overlay().quizQuestionUid());
        apply(new OverlayPushed(command.show(), command.shown(), isAnswerShown));
        return saved(command.show());
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    SavedShow decide(TakeDownOverlay command, Streams streams) {
        ShowCampaigns.mustHaveShow(command.show(), streams);
        if (command.appOverlayUid().equals(liveOverlayUid)) {
            apply(new OverlayTakenDown(command.show()));
        }
        return saved(command.show());
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    SavedShow decide(PinShownOverlay command, Streams streams) {
        ShowCampaigns.mustHaveShow(command.show(), streams);
        itIsOpen();
        ShownOverlay shown = command.shown();
        if (shown.overlay().overlayType() != OverlayType.STATIC) {
            throw new Refusal(RULE, "overlay-not-static", "app_overlay_uid", "Only a static overlay can be pinned.");
        }
        if (pins.size() >= MAX_PINS && !pins.containsKey(shown.overlay().key())) {
            throw new Refusal(
                    RULE, "too-many-pins", "app_overlay_uid", "At most " + MAX_PINS + " overlays can be pinned.");
        }
        if (!shown.equals(pins.get(shown.overlay().key()))) {
            apply(new OverlayPinned(command.show(), shown));
        }
        return saved(command.show());
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    SavedShow decide(UnpinOverlay command, Streams streams) {
        ShowCampaigns.mustHaveShow(command.show(), streams);
        if (!pins.containsKey(command.appOverlayUid())) {
            throw Refusal.unknown("No such overlay is pinned.");
        }
        apply(new OverlayUnpinned(command.show(), command.appOverlayUid()));
        return saved(command.show());
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    SavedShow decide(RecordQuizResults command, Streams streams) {
        ShowCampaigns.mustHaveShow(command.show(), streams);
        windows.mustHavePushed(command.quizQuestionUid());
        if (!windows.areResultsShown(command.quizQuestionUid())) {
            apply(new QuizResultsShown(
                    command.show(), command.quizQuestionUid(), command.rightAnswers(), command.pointCount()));
        }
        return saved(command.show());
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    SavedShow decide(ChangeChatSettings command, Streams streams) {
        ShowCampaigns.mustHaveShow(command.show(), streams);
        ChatSettings after = Patch.of(command.change().applyTo(chat)).applyTo(ChatSettings.DEFAULT);
        if (!after.equals(chat)) {
            apply(new ChatSettingsChanged(command.show(), after));
        }
        return saved(command.show());
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    SavedShow decide(AddShowModerator command, Streams streams) {
        ShowCampaigns.mustHaveShow(command.show(), streams);
        streams.mustBeOpen(new FanId(command.show().account(), command.fanId()), "fan_id");
        if (!moderators.contains(command.fanId())) {
            if (moderators.size() >= MAX_MODERATORS) {
                throw new Refusal(
                        RULE, "too-many-moderators", "fan_id", "A show has at most " + MAX_MODERATORS + " moderators.");
            }
            apply(new ShowModeratorAdded(command.show(), command.fanId()));
        }
        return saved(command.show());
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    SavedShow decide(RemoveShowModerator command, Streams streams) {
        ShowCampaigns.mustHaveShow(command.show(), streams);
        if (!moderators.contains(command.fanId())) {
            throw Refusal.unknown("This fan is no moderator of the show.");
        }
        apply(new ShowModeratorRemoved(command.show(), command.fanId()));
        return saved(command.show());
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    ShowTerms decide(ReadShow command, Streams streams) {
        ShowCampaigns.mustHaveShow(command.show(), streams);
        return new ShowTerms(state, chat, List.copyOf(moderators));
    }

    @CommandHandler
    @CreationPolicy(CREATE_IF_MISSING)
    PushPlaces decide(ReadPushPlaces command, Streams streams) {
        ShowCampaigns.mustHaveShow(command.show(), streams);
        return windows.places(command.quizQuestionUid());
    }

    private static SavedShow saved(ShowId show) {
        return new SavedShow(show.campaign().number());
    }

    private void itIsOpen() {
        if (!state.isOpen()) {
            throw new Refusal(RULE, "show-not-open", "The show is neither pending nor active.");
        }
    }

    @EventSourcingHandler
    void evolve(ShowStateChanged event, @SequenceNumber long sequence) {
        id = event.show();
        if (!event.state().isOpen()) {
            liveOverlayUid = null;
            windows.closeAll(sequence);
        }
        if (event.beginsAnewAfter(state)) {
            feed = null;
            pins.clear();
        }
        state = event.state();
    }

    @EventSourcingHandler
    void evolve(LiveFeedSwitched event) {
        feed = event.feed();
    }

    @EventSourcingHandler
    void evolve(OverlayPushed event, @SequenceNumber long sequence) {
        liveOverlayUid = event.shown().overlay().key();
        windows.closeAll(sequence);
        windows.push(event, sequence);
    }

    @EventSourcingHandler
    void evolve(OverlayTakenDown event, @SequenceNumber long sequence) {
        liveOverlayUid = null;
        windows.closeAll(sequence);
    }

    @EventSourcingHandler
    void evolve(OverlayPinned event) {
        pins.put(event.shown().overlay().key(), event.shown());
    }

    @EventSourcingHandler
    void evolve(OverlayUnpinned event) {
        pins.remove(event.appOverlayUid());
    }

    @EventSourcingHandler
    void evolve(QuizResultsShown event, @SequenceNumber long sequence) {
        windows.showResults(event.quizQuestionUid(), sequence);
    }

    @EventSourcingHandler
    void evolve(ChatSettingsChanged event) {
        id = event.show();
        chat = event.settings();
    }

    @EventSourcingHandler
    void evolve(ShowModeratorAdded event) {
        id = event.show();
        moderators.add(event.fanId());
    }

    @EventSourcingHandler
    void evolve(ShowModeratorRemoved event) {
        moderators.remove(event.fanId());
    }
}
