package encore.kernel.shows.rooms;

/** The data of {@code members}: how many fans and guests are in a room. */
public record MemberCount(String roomName, int members) {}
