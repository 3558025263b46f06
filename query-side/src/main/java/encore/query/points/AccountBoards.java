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

/** The boards of one account, under a lock of its own: no query waits for a write to another account's boards. */
final class AccountBoards implements Image.Parts {

    private static final DocumentJson<TieredPointType> KIND = new DocumentJson<>(TieredPointType.class);

    private final long number;
    private final Room room;
    private final ReadersAndWriter lock = new ReadersAndWriter();

    /** Ordered by uid, so that answers have the same order after a restart. */
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

    /** Returns the name under which the chunks keep the fans of an account. */
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

    // Only to be called within write:

    void put(TieredPointType kind) {
        kinds.put(kind.pointUid(), kind);
        uids.put(kind.pointName(), kind.pointUid());
    }

    @Nullable
    TieredPointType kind(PointTiersId tiers) {
        return kinds.get(tiers.pointUid());
    }

    /**
     * Returns the rows of a board, or of the registered fans if the uid is null. Creates them without content if they
     * are new here: the content is in documents.
     */
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

    // Only to be called within read:

    /** Finds the rows of some boards, and those of the registered fans if asked for. */
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

    /** Returns a board if it exists and is in memory, otherwise null. */
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
