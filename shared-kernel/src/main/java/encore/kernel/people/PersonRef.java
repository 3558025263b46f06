package encore.kernel.people;

/** Names a person. */
public record PersonRef(String personUid) {}
