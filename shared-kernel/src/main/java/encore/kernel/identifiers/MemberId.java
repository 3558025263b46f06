package encore.kernel.identifiers;

/** The answer to the assignment of a member id. */
public record MemberId(long fanId, String memberId) {}
