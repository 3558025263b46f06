package encore.query.shows.control;

import encore.infra.eventstore.RecordedEvent;
import encore.kernel.Event;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.rooms.RoomType;
import encore.kernel.shows.ShowEvent;
import encore.kernel.shows.ShowEvent.LiveFeedSwitched;
import encore.kernel.shows.ShowEvent.OverlayPinned;
import encore.kernel.shows.ShowEvent.OverlayPushed;
import encore.kernel.shows.ShowEvent.OverlayTakenDown;
import encore.kernel.shows.ShowEvent.OverlayUnpinned;
import encore.kernel.shows.ShowEvent.QuizResultsShown;
import encore.kernel.shows.ShowEvent.ShowStateChanged;
import encore.kernel.shows.ShowId;
import encore.kernel.shows.control.ControlMoment;
import encore.kernel.shows.control.ControlQuery.FindControlMoment;
import encore.kernel.shows.control.ControlQuery.FindControlMomentAt;
import encore.kernel.shows.control.ControlQuery.FindControlMoments;
import encore.kernel.shows.control.ControlQuery.FindControlState;
import encore.kernel.shows.control.ControlStanding;
import encore.kernel.shows.control.ControlState;
import encore.kernel.shows.control.LiveFeed;
import encore.kernel.shows.control.LiveOverlayFrame;
import encore.kernel.shows.control.LiveUpdate;
import encore.kernel.shows.control.LiveUpdate.LiveChange;
import encore.kernel.shows.control.LiveUpdate.PinChange;
import encore.kernel.shows.control.LiveUpdate.StateChange;
import encore.kernel.shows.replays.ReplayQuery.FindShownState;
import encore.kernel.shows.rooms.RoomFrame;
import encore.kernel.shows.rooms.RoomName;
import encore.query.documents.WireJson;
import encore.query.projection.QueryComponent;
import encore.query.projection.QueryGateway;
import encore.query.shows.rooms.RoomFrameSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.axonframework.queryhandling.QueryHandler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Writes the frames of control rooms. A frame shows the state of the show after its event, also when it is sent again. Vods
 * are those of now.
 */
@Component
class ControlFrames implements QueryComponent, RoomFrameSource {

    private final QueryGateway queryGateway;
    private final @Nullable VodItemSource vods;

    ControlFrames(QueryGateway queryGateway, Optional<VodItemSource> vods) {
        this.queryGateway = queryGateway;
        this.vods = vods.orElse(null);
    }

    @Override
    public Set<Class<? extends Event>> events() {
        return Set.of(
                ShowStateChanged.class,
                LiveFeedSwitched.class,
                OverlayPushed.class,
                OverlayTakenDown.class,
                QuizResultsShown.class,
                OverlayPinned.class,
                OverlayUnpinned.class);
    }

    @Override
    public List<String> rooms(RecordedEvent event) {
        return event.event() instanceof ShowEvent show ? List.of(room(show.show())) : List.of();
    }

    private static String room(ShowId show) {
        return RoomName.of(RoomType.CONTROL, RoomType.CONTROL.word(), show.campaign())
                .toString();
    }

    @Override
    public List<RoomFrame> frames(List<RecordedEvent> events) {
        Map<ShowId, List<Long>> positions = new HashMap<>();
        events.forEach(event -> positions
                .computeIfAbsent(((ShowEvent) event.event()).show(), show -> new ArrayList<>())
                .add(event.position()));
        Map<Long, ControlMoment> moments = new HashMap<>();
        positions.forEach((show, ofShow) -> queryGateway
                .ask(new FindControlMoments(show.account(), show.campaign().number(), ofShow))
                .forEach(moment -> moments.put(moment.position(), moment)));
        return events.stream().flatMap(event -> frames(event, moments)).toList();
    }

    private Stream<RoomFrame> frames(RecordedEvent event, Map<Long, ControlMoment> moments) {
        ControlMoment moment = moments.get(event.position());
        if (moment == null) {
            return Stream.of();
        }
        ShowEvent shown = (ShowEvent) event.event();
        return updates(shown, moment).map(update -> frame(shown.show(), event.position(), update));
    }

    private Stream<LiveUpdate> updates(ShowEvent event, ControlMoment moment) {
        ControlStanding standing = moment.standing();
        return switch (event) {
            case ShowStateChanged changed ->
                moment.isCleared()
                        ? Stream.of(stateChange(changed.show(), standing), LiveChange.ofOverlay(standing))
                        : Stream.of(stateChange(changed.show(), standing));
            case LiveFeedSwitched switched -> Stream.of(LiveChange.ofFeed(standing));
            case OverlayPushed pushed -> Stream.of(LiveChange.ofOverlay(standing));
            case OverlayTakenDown takenDown -> Stream.of(LiveChange.ofOverlay(standing));
            case QuizResultsShown results when isLive(results, standing) -> Stream.of(LiveChange.ofOverlay(standing));
            case OverlayPinned pinned when moment.pin() != null -> Stream.of(PinChange.of(moment.pin(), true));
            case OverlayUnpinned unpinned when moment.pin() != null -> Stream.of(PinChange.of(moment.pin(), false));
            default -> Stream.of();
        };
    }

    private static boolean isLive(QuizResultsShown results, ControlStanding standing) {
        return standing.live() != null
                && results.quizQuestionUid()
                        .equals(standing.live().shown().overlay().quizQuestionUid());
    }

    private StateChange stateChange(ShowId show, ControlStanding standing) {
        return StateChange.of(
                standing,
                vods == null
                        ? List.of()
                        : vods.vods(show.account(), show.campaign().number()));
    }

    private static RoomFrame frame(ShowId show, long position, LiveUpdate update) {
        return new RoomFrame(room(show), position, LiveUpdate.EVENT, WireJson.of(update), null);
    }

    @QueryHandler
    ControlState find(FindControlState query) {
        return state(
                new ShowId(new CampaignId(query.account(), query.pageTabId())),
                queryGateway.ask(new FindControlMoment(query.account(), query.pageTabId())));
    }

    @QueryHandler
    ControlState find(FindShownState query) {
        return state(
                new ShowId(new CampaignId(query.account(), query.pageTabId())),
                queryGateway.ask(new FindControlMomentAt(query.account(), query.pageTabId(), query.upTo())));
    }

    private ControlState state(ShowId show, ControlMoment moment) {
        ControlStanding standing = moment.standing();
        List<RoomFrame> frames = Stream.of(
                        stateChange(show, standing), LiveChange.ofFeed(standing), LiveChange.ofOverlay(standing))
                .map(update -> frame(show, moment.position(), update))
                .toList();
        return new ControlState(
                moment.position(),
                standing.state(),
                standing.feed() == null ? null : WireJson.of(LiveFeed.of(standing.feed())),
                standing.live() == null ? null : WireJson.of(LiveOverlayFrame.of(standing.live())),
                standing.pins().stream()
                        .map(pin -> WireJson.of(LiveOverlayFrame.Static.of(pin)))
                        .toList(),
                frames);
    }
}
