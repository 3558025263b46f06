package encore.query.shows.boards;

import encore.kernel.shows.boards.PlayerStanding;
import encore.query.memory.DeadlineSteps;
import encore.query.memory.LongIndex;
import encore.query.shows.boards.ShowRecord.Results;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.roaringbitmap.longlong.Roaring64Bitmap;

/**
 * The board of one show: for each fan a byte for each question, the total of each clicker, and sums. The guard of the
 * show's slot guards it. A row that it has already changes nothing.
 */
final class ShowBoard {

    /** The length of the part of the ranking that is kept between changes. */
    static final int KEPT = 1_000;

    private static final int HIDDEN = 1;
    private static final int ERASED = 2;
    private static final int TOOK_PART = 4;

    private static final int BYTES_OF_FAN = 24 + 5 * Long.BYTES + 3 * Integer.BYTES + 1;

    private final LongIndex numbers = new LongIndex();
    private long[] fans = new long[16];
    private byte[] flags = new byte[16];

    /** Points of games and of all other records. */
    private long[] otherPoints = new long[16];

    private long[] quizPoints = new long[16];
    private long[] clickPoints = new long[16];

    /** The positions of the events that gave each fan its present points. */
    private long[] reachedAt = new long[16];

    private int[] correct = new int[16];
    private int[] answers = new int[16];
    private int[] messages = new int[16];

    private final Map<String, QuestionColumn> questions = new TreeMap<>();
    private final Map<Long, QuestionColumn> questionsByPush = new TreeMap<>();
    private final Map<Long, ClickerColumn> clickers = new TreeMap<>();

    /** Answers whose push is not known yet, by its position. */
    private final Map<Long, List<BoardRow>> unresolved = new TreeMap<>();

    /** The erased fans of the account. */
    private final Roaring64Bitmap erased = new Roaring64Bitmap();

    private ShowRecord record;
    private long lastRow;
    private int tookPart;
    private long messageCount;

    /** The first fans of the ranking; null when it changed since they were ranked. Readers may rank at the same time. */
    private volatile int @Nullable [] first;

    ShowBoard(ShowRecord record) {
        this.record = record;
        apply(record);
    }

    // Changes, by the writer:

    /** Takes what staff did. */
    void apply(ShowRecord changed) {
        record = changed;
        for (ShowRecord.Question each : record.questions()) {
            QuestionColumn question =
                    questions.computeIfAbsent(each.quizQuestionUid(), uid -> new QuestionColumn(fans.length));
            if (question.options.isEmpty()) {
                question.options = each.options();
            }
            for (Long push : each.pushes()) {
                if (questionsByPush.putIfAbsent(push, question) == null) {
                    List<BoardRow> waiting = unresolved.remove(push);
                    if (waiting != null) {
                        waiting.forEach(this::answer);
                    }
                }
            }
            Results results = each.results();
            if (results != null && question.results == null) {
                show(question, results);
            }
        }
        for (ShowRecord.Clicker each : record.clickers()) {
            clicker(each.position()).setPoints(each.points());
        }
    }

    private void show(QuestionColumn question, Results results) {
        question.results = results;
        for (int number = 0; number < numbers.size(); number++) {
            reward(number, question, results.position());
        }
        first = null;
    }

    /** Counts an answer whose results are shown. */
    private void reward(int number, QuestionColumn question, long position) {
        Results results = question.results;
        int answer = question.answer(number);
        if (results != null && answer >= 0 && results.isRight(answer)) {
            correct[number]++;
            quizPoints[number] += results.pointCount();
            reached(number, position);
        }
    }

    /** Takes a row unless it, or a later one, was taken before. */
    void apply(BoardRow row) {
        if (row.position() <= lastRow) {
            return;
        }
        lastRow = row.position();
        switch (row.kind()) {
            case JOIN -> take(row.fan());
            case ANSWER -> answer(row);
            case GAME, POINTS -> {
                int number = take(row.fan());
                otherPoints[number] += row.number();
                reached(number, row.position());
            }
            case MESSAGE -> {
                // The number first: a new fan may make the arrays longer.
                int number = take(row.fan());
                messages[number]++;
                messageCount++;
            }
            case HIDDEN -> mark(row.fan(), HIDDEN, true);
            case SHOWN -> mark(row.fan(), HIDDEN, false);
        }
    }

    private void answer(BoardRow row) {
        QuestionColumn question = questionsByPush.get(row.overlayPosition());
        if (question == null) {
            unresolved
                    .computeIfAbsent(row.overlayPosition(), push -> new ArrayList<>())
                    .add(row);
            return;
        }
        int number = take(row.fan());
        if (question.add(number, row.answerIdx())) {
            answers[number]++;
            Results results = question.results;
            if (results != null) {
                reward(number, question, Math.max(row.position(), results.position()));
            }
        }
    }

    /** Takes a total of clicks. One that is not larger than the one before changes nothing. */
    void click(long clickerPosition, long fan, ClickColumn.Total total) {
        int number = take(fan);
        ClickerColumn clicker = clicker(clickerPosition);
        long gained = clicker.set(number, total.clickCount());
        if (gained >= 0) {
            clickPoints[number] += gained;
            reached(number, total.position());
        }
    }

    private ClickerColumn clicker(long position) {
        return clickers.computeIfAbsent(position, at -> new ClickerColumn());
    }

    /** Marks a fan as erased, now or when it comes. */
    void erase(long fan) {
        erased.addLong(fan);
        if (numbers.find(fan) >= 0) {
            mark(fan, ERASED, true);
        }
    }

    private void mark(long fan, int flag, boolean isSet) {
        int number = number(fan);
        flags[number] = (byte) (isSet ? flags[number] | flag : flags[number] & ~flag);
        first = null;
    }

    /** Returns the number of a fan who takes part. */
    private int take(long fan) {
        int number = number(fan);
        if ((flags[number] & TOOK_PART) == 0) {
            flags[number] |= TOOK_PART;
            tookPart++;
            first = null;
        }
        return number;
    }

    private void reached(int number, long position) {
        reachedAt[number] = Math.max(reachedAt[number], position);
        first = null;
    }

    private int number(long fan) {
        int number = numbers.add(fan);
        if (number == fans.length) {
            int room = fans.length * 2;
            fans = Arrays.copyOf(fans, room);
            flags = Arrays.copyOf(flags, room);
            otherPoints = Arrays.copyOf(otherPoints, room);
            quizPoints = Arrays.copyOf(quizPoints, room);
            clickPoints = Arrays.copyOf(clickPoints, room);
            reachedAt = Arrays.copyOf(reachedAt, room);
            correct = Arrays.copyOf(correct, room);
            answers = Arrays.copyOf(answers, room);
            messages = Arrays.copyOf(messages, room);
        }
        if (fans[number] != fan) {
            fans[number] = fan;
            flags[number] = (byte) (erased.contains(fan) ? ERASED : 0);
        }
        return number;
    }

    // Answers:

    /** Returns about how many bytes of memory it takes. */
    long bytes() {
        long columns = questions.size() + (long) Long.BYTES * clickers.size();
        return 2_000 + fans.length * (BYTES_OF_FAN + columns);
    }

    /** Returns what staff did so far. */
    ShowRecord record() {
        return record;
    }

    long fanCount() {
        return tookPart;
    }

    long messageCount() {
        return messageCount;
    }

    /** Returns the questions that were pushed, by uid. */
    Map<String, QuestionColumn> questions() {
        return questions;
    }

    /** Returns the clickers that were pushed, by the position of the push. */
    Map<Long, ClickerColumn> clickers() {
        return clickers;
    }

    /** Returns the number of a fan in the columns; -1 for one whom the board does not have. */
    int find(long fan) {
        return numbers.find(fan);
    }

    long answerCount(int number) {
        return number < 0 ? 0 : answers[number];
    }

    long messageCount(int number) {
        return number < 0 ? 0 : messages[number];
    }

    /** Returns what a fan has, at rank 0. A fan whom the board does not have has nothing. */
    PlayerStanding unranked(long fan) {
        int number = numbers.find(fan);
        return number < 0 ? new PlayerStanding(0, fan, 0, 0, 0) : standing(0, number);
    }

    private PlayerStanding standing(long rank, int number) {
        return new PlayerStanding(rank, fans[number], correct[number], points(number), clickPoints[number]);
    }

    private long points(int number) {
        return otherPoints[number] + quizPoints[number] + clickPoints[number];
    }

    private boolean isRanked(int number) {
        return flags[number] == TOOK_PART;
    }

    /** Compares fans by points, right answers, the position at which they reached them, and fan_id. The better is less. */
    private int compare(int one, int other) {
        int byPoints = Long.compare(points(other), points(one));
        if (byPoints != 0) {
            return byPoints;
        }
        int byAnswers = Integer.compare(correct[other], correct[one]);
        if (byAnswers != 0) {
            return byAnswers;
        }
        int byPosition = Long.compare(reachedAt[one], reachedAt[other]);
        return byPosition != 0 ? byPosition : Long.compare(fans[one], fans[other]);
    }

    /** Returns a part of the ranking. */
    List<PlayerStanding> standings(int skip, int limit) {
        int end = (int) Math.min(numbers.size(), (long) skip + limit);
        int[] ranked = end <= KEPT ? firstRanked() : allRanked();
        List<PlayerStanding> standings = new ArrayList<>();
        for (int place = skip; place < Math.min(end, ranked.length); place++) {
            standings.add(standing(place + 1L, ranked[place]));
        }
        return standings;
    }

    /** Returns the places of some fans, by rank. */
    List<PlayerStanding> standingsOf(List<Long> some) {
        List<PlayerStanding> standings = new ArrayList<>();
        if (some.size() <= 4) {
            for (Long fan : some) {
                int number = numbers.find(fan);
                if (number >= 0 && isRanked(number)) {
                    standings.add(standing(rank(number), number));
                }
            }
        } else {
            var wanted = new boolean[numbers.size()];
            for (Long fan : some) {
                int number = numbers.find(fan);
                if (number >= 0) {
                    wanted[number] = true;
                }
            }
            int[] ranked = allRanked();
            for (int place = 0; place < ranked.length; place++) {
                if (wanted[ranked[place]]) {
                    standings.add(standing(place + 1L, ranked[place]));
                }
            }
        }
        standings.sort(Comparator.comparingLong(PlayerStanding::rank));
        return standings;
    }

    private long rank(int number) {
        long better = 0;
        for (int other = 0; other < numbers.size(); other++) {
            DeadlineSteps.check(other + 1);
            if (isRanked(other) && compare(other, number) < 0) {
                better++;
            }
        }
        return better + 1;
    }

    private int[] firstRanked() {
        int[] kept = first;
        if (kept != null) {
            return kept;
        }
        // The worst of those that are kept is on top.
        PriorityQueue<Integer> best = new PriorityQueue<>((one, other) -> compare(other, one));
        for (int number = 0; number < numbers.size(); number++) {
            DeadlineSteps.check(number + 1);
            if (!isRanked(number)) {
                continue;
            }
            if (best.size() < KEPT) {
                best.add(number);
            } else if (compare(number, best.element()) < 0) {
                best.remove();
                best.add(number);
            }
        }
        int[] ranked =
                best.stream().sorted(this::compare).mapToInt(Integer::intValue).toArray();
        first = ranked;
        return ranked;
    }

    private int[] allRanked() {
        return IntStream.range(0, numbers.size())
                .filter(this::isRanked)
                .boxed()
                .sorted(this::compare)
                .mapToInt(Integer::intValue)
                .toArray();
    }
}
