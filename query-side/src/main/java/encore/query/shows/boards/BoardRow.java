package encore.query.shows.boards;

import encore.query.chunks.OwnedChunk;

/**
 * One thing that a fan did in a show, or that was decided about the fan, as a row of chunks. The kind is in the lowest
 * bits of the row's number.
 *
 * @param number for an answer the position of its push and the index, for points their count
 */
record BoardRow(long position, long fan, Kind kind, long number) {

    private static final int KIND_BITS = 3;
    private static final int ANSWER_BITS = 8;

    /** Documents contain the ordinals of these, so their order never changes. */
    enum Kind {
        /** The first join of the show. */
        JOIN,
        /** The first answer to a question. */
        ANSWER,
        /** Points of a game. */
        GAME,
        /** Another record of points with the page_tab_id of the show. */
        POINTS,
        MESSAGE,
        HIDDEN,
        SHOWN
    }

    private static final Kind[] KINDS = Kind.values();

    static long answer(long overlayPosition, int answerIdx) {
        return overlayPosition << ANSWER_BITS | answerIdx;
    }

    long overlayPosition() {
        return number >> ANSWER_BITS;
    }

    int answerIdx() {
        return (int) (number & (1 << ANSWER_BITS) - 1);
    }

    OwnedChunk.Row toRow(long at) {
        return new OwnedChunk.Row(position, at, fan, number << KIND_BITS | kind.ordinal());
    }

    static BoardRow of(long position, long fan, long packed) {
        return new BoardRow(position, fan, KINDS[(int) (packed & (1 << KIND_BITS) - 1)], packed >> KIND_BITS);
    }
}
