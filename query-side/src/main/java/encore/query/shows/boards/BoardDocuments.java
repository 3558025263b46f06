package encore.query.shows.boards;

import encore.infra.views.Collection;
import encore.infra.views.Documents;
import encore.infra.views.criteria.Where;
import encore.kernel.campaigns.CampaignId;
import encore.kernel.fans.FanId;
import encore.kernel.shows.ShowState;
import encore.kernel.shows.clicks.ClickEvent.ClickTotal;
import encore.query.chunks.OwnedChunk;
import encore.query.chunks.OwnedChunks;
import encore.query.documents.Keyset;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The documents of boards: a record of each show, rows of what fans did, and the largest totals of clicks. Rows of an
 * account say which of its fans were erased.
 */
final class BoardDocuments {

    private static final Collection<ShowRecord> SHOWS = Collection.of("shows", ShowRecord.class);

    /** The campaigns that have a show, apart from its record: each award in a campaign asks for one. */
    private static final Collection<ShowCampaign> CAMPAIGNS = Collection.of("show_campaigns", ShowCampaign.class);

    private static final Collection<ClickColumn> CLICKS = Collection.of("clicks", ClickColumn.class);
    private static final OwnedChunks ROWS = OwnedChunks.of("rows");

    static final List<Collection<?>> COLLECTIONS = Stream.concat(
                    ROWS.collections().stream(), Stream.of(SHOWS, CAMPAIGNS, CLICKS))
            .toList();

    private BoardDocuments() {}

    /** A campaign that has a show. */
    record ShowCampaign(long account, long pageTabId) {}

    /** A part of a show's record. */
    record StateOfShow(long account, long pageTabId, ShowState state) {}

    static void addCampaign(CampaignId campaign, Documents.Batch documents) {
        documents.put(CAMPAIGNS, ShowRecord.key(campaign), new ShowCampaign(campaign.account(), campaign.number()));
    }

    static boolean hasShow(CampaignId campaign, Documents documents) {
        return documents.get(CAMPAIGNS, ShowRecord.key(campaign)) != null;
    }

    static void change(CampaignId campaign, UnaryOperator<ShowRecord> change, Documents.Batch documents) {
        ShowRecord before = record(campaign, documents);
        ShowRecord after = change.apply(before);
        if (!after.equals(before)) {
            documents.put(SHOWS, ShowRecord.key(campaign), after);
        }
    }

    private static ShowRecord record(CampaignId campaign, Documents documents) {
        ShowRecord record = documents.get(SHOWS, ShowRecord.key(campaign));
        return record == null ? ShowRecord.empty(campaign) : record;
    }

    static void addRow(CampaignId campaign, BoardRow row, long at, Documents.Batch documents) {
        ROWS.add(ShowRecord.key(campaign), row.toRow(at), documents);
    }

    static void addErasure(FanId fan, long position, long at, Documents.Batch documents) {
        ROWS.add(erasures(fan.account()), new OwnedChunk.Row(position, at, fan.number(), 0), documents);
    }

    private static String erasures(long account) {
        return Long.toString(account);
    }

    static void addClicks(long clickerPosition, List<ClickTotal> totals, long position, Documents.Batch documents) {
        Map<Integer, List<ClickTotal>> byPart =
                totals.stream().collect(Collectors.groupingBy(total -> ClickColumn.part(total.fanId())));
        byPart.forEach((part, some) -> {
            String key = ClickColumn.key(clickerPosition, part);
            ClickColumn before = documents.get(CLICKS, key);
            SortedMap<Long, ClickColumn.Total> byFan = before == null ? new TreeMap<>() : before.byFan();
            some.forEach(total -> byFan.merge(
                    total.fanId(), new ClickColumn.Total(total.clickCount(), position), ClickColumn.Total::or));
            documents.put(CLICKS, key, ClickColumn.of(byFan));
        });
    }

    /** Returns the shows that are on. */
    static List<CampaignId> open(Documents documents) {
        return Keyset.byKey(SHOWS.only(StateOfShow.class))
                .all(documents, Where.all())
                .filter(show -> show.state().isOpen())
                .map(show -> new CampaignId(show.account(), show.pageTabId()))
                .toList();
    }

    /**
     * Reads the board of a show in steps, each from a new state of the documents. Rows may be added meanwhile: they are
     * passed again, which changes nothing.
     */
    static final class BoardReader {

        private final CampaignId campaign;
        private final OwnedChunks.OwnerReader rows;
        private final OwnedChunks.OwnerReader erasures;
        private final ShowBoard board;
        private boolean hasRows;
        private long steps;

        BoardReader(CampaignId campaign) {
            this.campaign = campaign;
            this.rows = ROWS.reader(ShowRecord.key(campaign));
            this.erasures = ROWS.reader(BoardDocuments.erasures(campaign.account()));
            this.board = new ShowBoard(ShowRecord.empty(campaign));
        }

        ShowBoard board() {
            return board;
        }

        /** Returns a number that grows with each step that read more. */
        long steps() {
            return steps;
        }

        /** Reads the next part. Returns whether the end was reached. */
        boolean read(Documents documents) {
            // Read anew in each step: neither may be older than what is read after it. The rows of the last chunk come
            // again.
            board.apply(record(campaign, documents));
            boolean isLastChunk = rows.read(
                    documents, (position, at, fan, packed) -> board.apply(BoardRow.of(position, fan, packed)));
            if (!isLastChunk || !hasRows) {
                hasRows = isLastChunk;
                steps = rows.chunks();
                return false;
            }
            board.clickers().keySet().stream().toList().forEach(clicker -> readClicks(clicker, documents));
            boolean isEnd = erasures.read(documents, (position, at, fan, zero) -> board.erase(fan));
            steps = (long) rows.chunks() + erasures.chunks() + 1;
            return isEnd;
        }

        private void readClicks(long clicker, Documents documents) {
            List<String> keys = IntStream.range(0, ClickColumn.PARTS)
                    .mapToObj(part -> ClickColumn.key(clicker, part))
                    .toList();
            documents
                    .getAll(CLICKS, keys)
                    .values()
                    .forEach(column -> column.byFan().forEach((fan, total) -> board.click(clicker, fan, total)));
        }
    }
}
