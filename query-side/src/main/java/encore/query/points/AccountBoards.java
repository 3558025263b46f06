package encore.query.points;

import encore.infra.views.DocumentJson;
import encore.kernel.tiers.PointTiersId;
import encore.query.image.Image;
import encore.query.projection.ReadersAndWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What there is in one account, under a lock of its own: nobody waits for another account's boards to grow. */
final class AccountBoards implements Image.Parts {

    private static final DocumentJson<TieredPointType> KIND = new DocumentJson<>(TieredPointType.class);

    private final long number;
    private final Room room;
    private final ReadersAndWriter lock = new ReadersAndWriter();

    /** By uid, so that answers have one order, whether they were followed or loaded. */
    final Map<String, TieredPointType> kinds = new TreeMap<>();

    final Map<String, String> uids = new HashMap<>();
    final Map<String, Held<Board>> boards = new HashMap<>();

    /** Null until a fan registered. */
    @Nullable
    Held<JoinedFans> fans;

    AccountBoards(long number, Room room) {
        this.number = number;
        this.room = room;
    }

    /** How the chunks spell what it has: its fans, and each of its boards. */
    static String owner(long account) {
        return Long.toString(account);
    }

    static String owner(long account, String pointUid) {
        return account + "." + pointUid;
    }

    @Override
    public void image(Image image) {
        write(() -> {
            List<TieredPointType> types = new ArrayList<>(kinds.values());
            image.all(types, type -> KIND.read(image.bytes(type == null ? new byte[0] : KIND.write(type))));
            types.forEach(this::put);
            List<@Nullable String> known = new ArrayList<>(boards.keySet());
            if (fans != null) {
                known.add(null);
            }
            image.all(known, uid -> {
                String board = image.text(uid);
                known(board).image(image);
                return board;
            });
        });
    }

    long number() {
        return number;
    }

    void write(Runnable changes) {
        lock.write(changes);
    }

    <R> R read(Supplier<R> answer) {
        return lock.read(answer);
    }

    // Inside write:

    void put(TieredPointType kind) {
        kinds.put(kind.pointUid(), kind);
        uids.put(kind.pointName(), kind.pointUid());
    }

    @Nullable
    TieredPointType kind(PointTiersId tiers) {
        return kinds.get(tiers.pointUid());
    }

    /** Knows that documents have something of a board, or of the fans where it is null; answers what holds it. */
    Held<? extends Rows.Made> known(@Nullable String pointUid) {
        if (pointUid != null) {
            return boards.computeIfAbsent(pointUid, this::board);
        }
        Held<JoinedFans> known = fans == null ? joined() : fans;
        fans = known;
        return known;
    }

    void join(long fan, long position) {
        Held<JoinedFans> joined = fans == null ? joined().begun() : fans;
        fans = joined;
        joined.add(fan, 0, 0, position);
    }

    void award(String pointUid, long fan, long count, int day, long position) {
        boards.computeIfAbsent(pointUid, uid -> board(uid).begun()).add(fan, count, day, position);
    }

    private Held<JoinedFans> joined() {
        return new Held<>(owner(number), lock.writing(), room, JoinedFans::new);
    }

    private Held<Board> board(String pointUid) {
        return new Held<>(owner(number, pointUid), lock.writing(), room, Board::new);
    }

    // Inside read:

    /** What the fans, if wanted, and some boards are held by. */
    List<Held<?>> held(boolean withFans, Iterable<String> pointUids) {
        List<Held<?>> held = new ArrayList<>();
        if (withFans && fans != null) {
            held.add(fans);
        }
        for (String uid : pointUids) {
            Held<Board> board = boards.get(uid);
            if (board != null) {
                held.add(board);
            }
        }
        return held;
    }

    /** A board that is in memory, or null where there is none. */
    @Nullable
    Board board(@Nullable TieredPointType kind) {
        Held<Board> held = kind == null ? null : boards.get(kind.pointUid());
        return held == null ? null : held.content();
    }

    boolean hasJoined(long fan) {
        JoinedFans joined = fans == null ? null : fans.content();
        return joined != null && joined.has(fan);
    }
}
