package encore.kernel.media;

/** The answer to the commands of a media asset: its uid. */
public record MediaUid(String mediaUid) {}
