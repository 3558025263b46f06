package encore.kernel.registrations;

/** The answer to whoever records a registration. */
public record RecordedRegistration(String registrationKey, long fanId) {}
