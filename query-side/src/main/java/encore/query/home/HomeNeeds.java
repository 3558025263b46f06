package encore.query.home;

import encore.kernel.StreamId;
import encore.kernel.campaigns.Campaign;
import encore.kernel.campaigns.CampaignQuery.FindCampaigns;
import encore.kernel.fanstreams.FanStream;
import encore.kernel.fanstreams.FanStreamQuery.FindFanStream;
import encore.kernel.fanstreams.pages.StreamRecordQuery.CountWaitingRecords;
import encore.kernel.fanstreams.pages.StreamRecordQuery.CountWaitingRecords.WaitingRecords;
import encore.kernel.home.Home;
import encore.kernel.home.Home.HomeNeed;
import encore.kernel.home.Home.NeedThing;
import encore.kernel.home.HomeQuery.FindHome;
import encore.kernel.home.NeedKind;
import encore.kernel.operations.DeadLetter;
import encore.kernel.operations.OperationsQuery.FindDeadLetters;
import encore.kernel.paging.Page;
import encore.kernel.paging.Paging;
import encore.kernel.people.Area;
import encore.kernel.rewards.RewardQuery.FindScarceRewards;
import encore.kernel.rewards.RewardQuery.FindScarceRewards.ScarceRewards;
import encore.kernel.shows.ShowId;
import encore.kernel.shows.chat.ChatMessageRow;
import encore.kernel.shows.chat.ChatQuery.FindFlaggedRows;
import encore.kernel.webhooks.Webhook;
import encore.kernel.webhooks.WebhookQuery.FindFailingWebhooks;
import encore.query.projection.QueryGateway;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds the things that wait for somebody. Each part reads a bounded number of them. */
class HomeNeeds {

    private static final int MAX_MESSAGES = 200;
    private static final int MAX_REWARDS = 200;
    private static final int MAX_LETTERS = 100;

    private final QueryGateway queryGateway;

    /** A part of the answer: the area that a caller must read, and its query. */
    private record Part(Area area, Function<Long, Optional<HomeNeed>> find) {}

    HomeNeeds(QueryGateway queryGateway) {
        this.queryGateway = queryGateway;
    }

    List<HomeNeed> of(FindHome query) {
        return Stream.of(
                        new Part(Area.MODERATION, this::posts),
                        new Part(Area.MODERATION, this::flaggedChat),
                        new Part(Area.LOYALTY, account -> codes(account, query.now())),
                        new Part(Area.WEBHOOKS, this::webhooks),
                        new Part(Area.SYSTEM, this::deadLetters))
                .filter(part -> HomeView.reads(query, part.area()))
                .flatMap(part -> part.find().apply(query.account()).stream())
                .toList();
    }

    private Optional<HomeNeed> posts(long account) {
        List<WaitingRecords> waiting = queryGateway.ask(new CountWaitingRecords(account)).stream()
                .sorted(Comparator.comparingLong(WaitingRecords::count).reversed())
                .toList();
        long count = waiting.stream().mapToLong(WaitingRecords::count).sum();
        return need(NeedKind.POSTS, count, false, waiting.stream().map(WaitingRecords::streamKey), key -> {
            FanStream stream = queryGateway.ask(new FindFanStream(account, key, true));
            return new NeedThing(key, stream.streamName());
        });
    }

    private Optional<HomeNeed> flaggedChat(long account) {
        List<ChatMessageRow> flagged = queryGateway.ask(new FindFlaggedRows(account, MAX_MESSAGES));
        List<Long> shows = flagged.stream()
                .map(row -> StreamId.parse(ShowId.class, row.show()).campaign().number())
                .distinct()
                .toList();
        Map<Long, String> names = flagged.isEmpty()
                ? Map.of()
                : queryGateway.ask(new FindCampaigns(account, shows)).stream()
                        .collect(Collectors.toMap(Campaign::pageTabId, Campaign::name));
        return need(
                NeedKind.FLAGGED_CHAT,
                flagged.size(),
                flagged.size() == MAX_MESSAGES,
                shows.stream(),
                show -> new NeedThing(Long.toString(show), names.get(show)));
    }

    private Optional<HomeNeed> codes(long account, Instant now) {
        ScarceRewards found = queryGateway.ask(new FindScarceRewards(account, now, MAX_REWARDS));
        return need(
                NeedKind.CODES,
                found.rewards().size(),
                found.isCut(),
                found.rewards().stream(),
                reward -> new NeedThing(reward.rewardUid(), reward.rewardTitle()));
    }

    private Optional<HomeNeed> webhooks(long account) {
        List<Webhook> failing = queryGateway.ask(new FindFailingWebhooks(account));
        return need(
                NeedKind.WEBHOOKS,
                failing.size(),
                false,
                failing.stream(),
                webhook -> new NeedThing(webhook.webhookUid(), webhook.url()));
    }

    private Optional<HomeNeed> deadLetters(long account) {
        Page<DeadLetter> letters =
                queryGateway.ask(new FindDeadLetters(account, null, new Paging.NextKey(null, MAX_LETTERS)));
        return need(
                NeedKind.DEAD_LETTERS,
                letters.rows().size(),
                letters.more(),
                letters.rows().stream().map(DeadLetter::projection).distinct(),
                projection -> new NeedThing(projection, projection));
    }

    /** Returns nothing where there is nothing. */
    private static <T> Optional<HomeNeed> need(
            NeedKind kind, long count, boolean isAtLeast, Stream<T> things, Function<T, NeedThing> thing) {
        return count == 0
                ? Optional.empty()
                : Optional.of(new HomeNeed(
                        kind,
                        count,
                        isAtLeast,
                        things.limit(Home.MAX_ENTRIES).map(thing).toList()));
    }
}
