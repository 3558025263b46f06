package encore.kernel.identifiers;

/** The answer to the making of a member id. */
public record MemberId(long fanId, String memberId) {}
