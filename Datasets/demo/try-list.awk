# What a list of words catches and loses. usage: awk -f try-list.awk LIST CORPUS.jsonl
NR == FNR { isListed[$0] = 1; next }
{
    match($0, /"text":"([^"\\]|\\.)*"/)
    count = split(tolower(substr($0, RSTART + 8, RLENGTH - 9)), words, /[ .,:;!?()\/"“”、。，！？：；（）【】\\-]+/)
    hit = 0
    for (i = 1; i <= count; i++) if (words[i] in isListed) hit = 1
    if (/"label":"junk"/) { junk++; caught += hit } else { wanted++; lost += hit }
}
END {
    if (wanted) printf "Put %d of %d wanted messages in Junk (%.2f %%) and ", lost, wanted, 100 * lost / wanted
    printf "%saught %d of %d junk messages (%.2f %%).\n", wanted ? "c" : "The list c", caught, junk, 100 * caught / junk
}
