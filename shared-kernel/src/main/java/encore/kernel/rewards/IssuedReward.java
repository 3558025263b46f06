package encore.kernel.rewards;

/**
 * The answer to the issuance of a reward, and to each repeat.
 *
 * @param fanPointUid the uid of its record of 0 points, which is data of a QR code
 */
public record IssuedReward(long fanId, String rewardUid, String fanPointUid) {}
