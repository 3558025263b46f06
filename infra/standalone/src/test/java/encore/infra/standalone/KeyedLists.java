package encore.infra.standalone;

import encore.infra.standalone.ListUnderTest.Show;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.fields.FieldCommand.AddField;
import encore.kernel.fields.FieldCommand.ChangeField;
import encore.kernel.fields.FieldDefinition;
import encore.kernel.fields.FieldEvent;
import encore.kernel.fields.FieldQuery.FindField;
import encore.kernel.fields.FieldQuery.FindFields;
import encore.kernel.fields.FieldType;
import encore.kernel.fields.FieldsId;
import encore.kernel.networks.Network;
import encore.kernel.networks.NetworkCategory;
import encore.kernel.networks.NetworkCommand.AddNetwork;
import encore.kernel.networks.NetworkCommand.ChangeNetwork;
import encore.kernel.networks.NetworkCommand.RemoveNetwork;
import encore.kernel.networks.NetworkEvent;
import encore.kernel.networks.NetworkQuery.FindOwnNetwork;
import encore.kernel.networks.NetworkQuery.FindOwnNetworks;
import encore.kernel.networks.NetworksId;
import encore.kernel.quizzes.QuizCommand.AddQuizQuestion;
import encore.kernel.quizzes.QuizCommand.ChangeQuizQuestion;
import encore.kernel.quizzes.QuizCommand.RemoveQuizQuestion;
import encore.kernel.quizzes.QuizEvent.QuestionEvent;
import encore.kernel.quizzes.QuizId;
import encore.kernel.quizzes.QuizQuery.FindQuizQuestion;
import encore.kernel.quizzes.QuizQuery.FindQuizQuestions;
import encore.kernel.quizzes.QuizQuestion;
import encore.kernel.rooms.Room;
import encore.kernel.rooms.RoomCommand.AddRoom;
import encore.kernel.rooms.RoomCommand.ChangeRoom;
import encore.kernel.rooms.RoomCommand.RemoveRoom;
import encore.kernel.rooms.RoomEvent;
import encore.kernel.rooms.RoomQuery.FindRoom;
import encore.kernel.rooms.RoomQuery.FindRooms;
import encore.kernel.rooms.RoomType;
import encore.kernel.rooms.RoomsId;
import encore.kernel.shows.feeds.Feed;
import encore.kernel.shows.feeds.FeedBuilder;
import encore.kernel.shows.feeds.FeedCommand.AddFeed;
import encore.kernel.shows.feeds.FeedCommand.ChangeFeed;
import encore.kernel.shows.feeds.FeedCommand.RemoveFeed;
import encore.kernel.shows.feeds.FeedEvent;
import encore.kernel.shows.feeds.FeedQuery.FindVideoFeed;
import encore.kernel.shows.feeds.FeedQuery.FindVideoFeeds;
import encore.kernel.shows.feeds.FeedsId;
import encore.kernel.shows.games.Game;
import encore.kernel.shows.games.GameCommand.AddGame;
import encore.kernel.shows.games.GameCommand.ChangeGame;
import encore.kernel.shows.games.GameCommand.RemoveGame;
import encore.kernel.shows.games.GameEvent;
import encore.kernel.shows.games.GameQuery.FindGame;
import encore.kernel.shows.games.GameQuery.FindGames;
import encore.kernel.shows.games.GamesId;
import encore.kernel.shows.hls.HlsOrigin;
import encore.kernel.shows.hls.HlsOriginCommand.AddHlsOrigin;
import encore.kernel.shows.hls.HlsOriginCommand.RemoveHlsOrigin;
import encore.kernel.shows.hls.HlsOriginEvent;
import encore.kernel.shows.hls.HlsOriginsId;
import encore.kernel.shows.hls.HlsQuery.FindHlsOrigin;
import encore.kernel.shows.hls.HlsQuery.FindHlsOrigins;
import encore.kernel.shows.overlays.Overlay;
import encore.kernel.shows.overlays.OverlayBuilder;
import encore.kernel.shows.overlays.OverlayCommand.AddOverlay;
import encore.kernel.shows.overlays.OverlayCommand.ChangeOverlay;
import encore.kernel.shows.overlays.OverlayCommand.RemoveOverlay;
import encore.kernel.shows.overlays.OverlayEvent;
import encore.kernel.shows.overlays.OverlayQuery.FindOverlay;
import encore.kernel.shows.overlays.OverlayQuery.FindOverlays;
import encore.kernel.shows.overlays.OverlayType;
import encore.kernel.shows.overlays.OverlaysId;
import encore.kernel.shows.vods.VodCommand.AddVod;
import encore.kernel.shows.vods.VodCommand.ChangeVod;
import encore.kernel.shows.vods.VodCommand.RemoveVod;
import encore.kernel.shows.vods.VodEvent;
import encore.kernel.shows.vods.VodItem;
import encore.kernel.shows.vods.VodItemBuilder;
import encore.kernel.shows.vods.VodQuery.FindVod;
import encore.kernel.shows.vods.VodQuery.FindVods;
import encore.kernel.shows.vods.VodsId;
import java.util.List;
import java.util.UUID;

/** The nine lists whose items share one stream, for {@link ListsContractTest}. */
final class KeyedLists {

    private KeyedLists() {}

    static List<ListUnderTest<?>> all() {
        return List.of(networks(), fields(), rooms(), questions(), games(), feeds(), vods(), overlays(), hlsOrigins());
    }

    private static ListUnderTest<Network> networks() {
        return ListUnderTest.of(NetworkEvent.class, Network.class, "networks", "network", "network")
                // The quota of an account refuses long before the 10,001st.
                .of(KeyedLists::networks, 0, key -> new Network(key, "Shop " + key, List.of()))
                .commands(
                        (show, item) -> new AddNetwork(networks(show), item),
                        (show, change) -> new ChangeNetwork(networks(show), change),
                        (show, key) -> new RemoveNetwork(networks(show), key))
                .queries(
                        show -> new FindOwnNetworks(show.account()),
                        (show, key) -> new FindOwnNetwork(show.account(), key),
                        0)
                .changing("description", "Another shop")
                .changing("categories", List.of(NetworkCategory.ADS));
    }

    private static NetworksId networks(Show show) {
        return new NetworksId(show.account());
    }

    private static ListUnderTest<FieldDefinition> fields() {
        return ListUnderTest.of(FieldEvent.class, FieldDefinition.class, "fields", "field", "crm_field_key")
                .of(
                        KeyedLists::fields,
                        500,
                        key -> new FieldDefinition(key, FieldType.SELECT, List.of("s", "m"), true, false, null))
                .commands(
                        (show, item) -> new AddField(fields(show), item),
                        (show, change) -> new ChangeField(fields(show), change),
                        null)
                .queries(show -> new FindFields(show.account()), (show, key) -> new FindField(show.account(), key), 0)
                .keeping("fieldType", FieldType.TEXT)
                .changing("fieldOptions", List.of("l"))
                .changing("isActive", false)
                .changing("isGlobal", true)
                .changing("linkUrl", "https://fans.example/sizes");
    }

    private static FieldsId fields(Show show) {
        return new FieldsId(show.account());
    }

    private static ListUnderTest<Room> rooms() {
        return ListUnderTest.of(RoomEvent.class, Room.class, "rooms", "room", "room_key")
                .of(KeyedLists::rooms, 200, key -> new Room(key, RoomType.PUBLIC_ROOMS, "Room " + key))
                .commands(
                        (show, item) -> new AddRoom(rooms(show), item),
                        (show, change) -> new ChangeRoom(rooms(show), change),
                        (show, key) -> new RemoveRoom(rooms(show), key))
                .queries(
                        show -> new FindRooms(show.account(), show.campaign()),
                        (show, key) -> new FindRoom(show.account(), show.campaign(), key),
                        Room.BUILT_IN.size())
                .keeping("roomType", RoomType.PERMANENT_ROOMS)
                .changing("roomTitle", "Backstage");
    }

    private static RoomsId rooms(Show show) {
        return new RoomsId(campaign(show));
    }

    private static ListUnderTest<QuizQuestion> questions() {
        return ListUnderTest.of(QuestionEvent.class, QuizQuestion.class, "quizzes", "question", "question")
                .of(
                        KeyedLists::quiz,
                        200,
                        key -> new QuizQuestion(key, "How many?", List.of("one", "two"), List.of(0), 5L, 1))
                .commands(
                        (show, item) -> new AddQuizQuestion(quiz(show), item),
                        (show, change) -> new ChangeQuizQuestion(quiz(show), change),
                        (show, key) -> new RemoveQuizQuestion(quiz(show), key))
                .queries(
                        show -> new FindQuizQuestions(show.account(), show.campaign()),
                        (show, key) -> new FindQuizQuestion(show.account(), show.campaign(), key),
                        0)
                .changing("question", "How many now?")
                .changing("options", List.of("three", "four"))
                .changing("rightAnswers", List.of(1))
                .changing("pointCount", 7L)
                .changing("position", 3);
    }

    private static QuizId quiz(Show show) {
        return new QuizId(campaign(show));
    }

    private static ListUnderTest<Game> games() {
        return ListUnderTest.of(GameEvent.class, Game.class, "show_games", "game", "game_key")
                .of(KeyedLists::games, 100, key -> new Game(key, 100L, 5, 0))
                .commands(
                        (show, item) -> new AddGame(games(show), item),
                        (show, change) -> new ChangeGame(games(show), change),
                        (show, key) -> new RemoveGame(games(show), key))
                .queries(
                        show -> new FindGames(show.account(), show.campaign()),
                        (show, key) -> new FindGame(show.account(), show.campaign(), key),
                        0)
                .changing("maxPoints", 200L)
                .changing("maxReports", 6)
                .changing("minIntervalSeconds", 10);
    }

    private static GamesId games(Show show) {
        return new GamesId(campaign(show));
    }

    private static ListUnderTest<Feed> feeds() {
        return ListUnderTest.of(FeedEvent.class, Feed.class, "show_feeds", "feed", "feed_name")
                .of(
                        KeyedLists::feeds,
                        100,
                        key -> FeedBuilder.builder()
                                .videoEndpointUid(key)
                                .feedName("Camera " + key)
                                .build())
                .commands(
                        (show, item) -> new AddFeed(feeds(show), item),
                        (show, change) -> new ChangeFeed(feeds(show), change),
                        (show, key) -> new RemoveFeed(feeds(show), key))
                .queries(
                        show -> new FindVideoFeeds(show.account(), show.campaign()),
                        (show, key) -> new FindVideoFeed(show.account(), show.campaign(), key),
                        0)
                .changing("feedName", "Stage")
                .changing("videoHostKey", "host")
                .changing("videoHostEventKey", "event")
                .changing("hlsUrl", "https://video.example/stage.m3u8");
    }

    private static FeedsId feeds(Show show) {
        return new FeedsId(campaign(show));
    }

    private static ListUnderTest<VodItem> vods() {
        return ListUnderTest.of(VodEvent.class, VodItem.class, "vods", "vod", "option_id")
                .of(
                        KeyedLists::vods,
                        200,
                        key -> VodItemBuilder.builder()
                                .optionId(Long.parseLong(key))
                                .optionName("Video " + key)
                                .isApproved(false)
                                .clicks(0L)
                                .impressions(0L)
                                .negativeVoteCount(0L)
                                .build())
                .commands(
                        (show, item) -> new AddVod(vods(show), item),
                        (show, change) -> new ChangeVod(vods(show), change),
                        (show, key) -> new RemoveVod(vods(show), Long.parseLong(key)))
                .queries(
                        show -> new FindVods(show.account(), show.campaign()),
                        (show, key) -> new FindVod(show.account(), show.campaign(), Long.parseLong(key)),
                        0)
                .changing("optionName", "Another video")
                .changing("optionType", "clip")
                .changing("description", "From the show")
                .changing(show -> vods().item.apply("1"), "mediaUid", show -> UUID.fromString(media(show)))
                .changing("fieldIdx", 2)
                .changing("page", "waiting")
                .changing("hlsUrl", "https://video.example/one.m3u8")
                .changing(
                        show -> vods().item.apply("1"),
                        "fanId",
                        show -> show.api().fan("ada@fans.example"))
                .changing("isApproved", true)
                .changing("isCorrect", true)
                .changing("clicks", 1L)
                .changing("impressions", 2L)
                .changing("negativeVoteCount", 3L);
    }

    private static VodsId vods(Show show) {
        return new VodsId(campaign(show));
    }

    private static ListUnderTest<Overlay> overlays() {
        Overlay note = overlay("2", OverlayType.STATIC).build();
        return ListUnderTest.of(OverlayEvent.class, Overlay.class, "show_overlays", "overlay", "overlay_type")
                .of(
                        KeyedLists::overlays,
                        500,
                        key -> overlay(key, OverlayType.CLICKER).build())
                .commands(
                        (show, item) -> new AddOverlay(overlays(show), item),
                        (show, change) -> new ChangeOverlay(overlays(show), change),
                        (show, key) -> new RemoveOverlay(overlays(show), key))
                .queries(
                        show -> new FindOverlays(show.account(), show.campaign()),
                        (show, key) -> new FindOverlay(show.account(), show.campaign(), key),
                        0)
                .keeping("overlayType", OverlayType.BANNER)
                .changing("overlayPublicName", "Clap more")
                .changing(show -> overlay("1", OverlayType.CLICKER).build(), "sponsorMediaUid", KeyedLists::media)
                .changing(show -> overlay("1", OverlayType.CLICKER).build(), "contentMediaUid", KeyedLists::media)
                .changing("sponsorImageUrl", "https://sponsor.example/logo.png")
                .changing("sponsorName", "Sponsor")
                .changing(note, "buttonText", "Go")
                .changing(note, "bodyText", "To the shop")
                .changing(note, "targetUrl", "https://shop.example")
                .changing(
                        show -> OverlayBuilder.builder()
                                .appOverlayUid("3")
                                .overlayType(OverlayType.QUIZ_QUESTION)
                                .quizQuestionUid(question(show))
                                .build(),
                        "quizQuestionUid",
                        KeyedLists::question)
                .changing(
                        show -> overlay("4", OverlayType.CUSTOM_FIELD)
                                .crmFieldKey(field(show, "shirt"))
                                .build(),
                        "crmFieldKey",
                        show -> field(show, "shoe"))
                .changing("overlayTimer", 30)
                .changing("overlayDelay", 3)
                .changing("pointsPerClick", 2L)
                .changing("maxPoints", 20L);
    }

    private static OverlaysId overlays(Show show) {
        return new OverlaysId(campaign(show));
    }

    private static OverlayBuilder overlay(String key, OverlayType type) {
        return OverlayBuilder.builder().appOverlayUid(key).overlayType(type).overlayPublicName("Clap");
    }

    private static ListUnderTest<HlsOrigin> hlsOrigins() {
        return ListUnderTest.of(HlsOriginEvent.class, HlsOrigin.class, "hls_origins", "hls-origin", "host")
                .of(KeyedLists::origins, 100, HlsOrigin::new)
                .commands(
                        (show, item) -> new AddHlsOrigin(origins(show), item),
                        null,
                        (show, key) -> new RemoveHlsOrigin(origins(show), key))
                .queries(
                        show -> new FindHlsOrigins(show.account()),
                        (show, key) -> new FindHlsOrigin(show.account(), key),
                        0);
    }

    private static HlsOriginsId origins(Show show) {
        return new HlsOriginsId(show.account());
    }

    private static CampaignId campaign(Show show) {
        return new CampaignId(show.account(), show.campaign());
    }

    private static String media(Show show) {
        return show.api()
                .upload("/api/v1/manage/media", MediaJourneyTest.picture(60, 40, "jpeg"))
                .mustBe(200)
                .body()
                .get("media_uid")
                .asString();
    }

    private static String question(Show show) {
        return show.api()
                .made(
                        "/api/v1/manage/apps/" + show.campaign() + "/quiz_questions",
                        "quiz_question_uid",
                        "question",
                        "How many?",
                        "options",
                        "one",
                        "options",
                        "two");
    }

    private static String field(Show show, String key) {
        return show.api().made("/api/v1/manage/fields", "crm_field_key", "crm_field_key", key, "field_type", "text");
    }
}
