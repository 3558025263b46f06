package encore.kernel.identifiers;

import encore.kernel.privacy.Contact;

/** The answer to the assignment of a member id. */
public record MemberId(long fanId, @Contact String memberId) {}
